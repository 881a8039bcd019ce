import { Button, Group, Loader, Text } from '@mantine/core'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { m } from '../messages/messages.ts'
import type { FileHere } from './use-file.ts'

/** Chooses the file, and says what can be chosen. */
export function FileField({ file }: { readonly file: FileHere }) {
  if (file.isReading) {
    return (
      <Group role="status">
        <Loader size="sm" />
        <Text>{m.readingFile()}</Text>
        <Button variant="default" size="compact-sm" onClick={file.close}>
          {m.stop()}
        </Button>
      </Group>
    )
  }
  return (
    <Dropzone
      label={m.fileToImport()}
      hint={m.fileHint()}
      accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      file={null}
      onFile={(chosen) => chosen && file.open(chosen)}
      error={file.error}
      progress={null}
    />
  )
}

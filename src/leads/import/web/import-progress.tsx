import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '#platform/web/ui/icons.ts'
import type { ImportTexts } from './import-messages.ts'
import type { RejectedRow } from './import-outcome.ts'
import type { ImportRun } from './import-run.ts'

interface ImportProgressProps {
  readonly run: ImportRun
  readonly imported: number
  readonly rejected: readonly RejectedRow[]
  readonly texts: ImportTexts
  readonly onStop: () => void
  readonly onResume: () => void
  readonly onDownload: () => void
  readonly onClose: () => void
}

/** Progress of the import, then its result. */
export function ImportProgress(props: ImportProgressProps) {
  const { run, imported, rejected, texts, onStop, onResume, onDownload, onClose } = props
  const isGoing = run.state === 'running' || run.state === 'stopping'
  const bar = <Progress value={run.total === 0 ? 0 : (run.done / run.total) * 100} size="lg" aria-label={texts.progress} />
  if (isGoing) {
    return (
      <Stack>
        {bar}
        <Text role="status">{run.state === 'stopping' ? texts.stopping : texts.running(run.done, run.total)}</Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={run.state === 'stopping'} onClick={onStop}>
            {texts.stop}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      {run.state !== 'done' && bar}
      <div role="status">
        <Title order={3}>{texts.done(imported)}</Title>
      </div>
      {run.state === 'stopped' && <Alert color="yellow">{texts.stoppedAt}</Alert>}
      {run.state === 'failed' && (
        <Alert color="red" role="alert">
          {texts.failedAt(run.why)}
        </Alert>
      )}
      {rejected.length > 0 && <Text>{texts.left(rejected.length)}</Text>}
      <Group justify="flex-end">
        {rejected.length > 0 && (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={onDownload}>
            {texts.download}
          </Button>
        )}
        {run.state !== 'done' && (
          <Button variant="default" onClick={onResume}>
            {texts.resume}
          </Button>
        )}
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Stack>
  )
}

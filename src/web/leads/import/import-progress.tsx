import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { LeftRow } from './import-outcome.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportScreenWords } from './import-messages.ts'

interface ImportProgressProps {
  readonly run: ImportRun
  readonly imported: number
  readonly left: readonly LeftRow[]
  readonly words: ImportScreenWords
  readonly onStop: () => void
  readonly onResume: () => void
  readonly onDownload: () => void
  readonly onClose: () => void
}

/** Progress of the import, then its result. */
export function ImportProgress(props: ImportProgressProps) {
  const { run, imported, left, words, onStop, onResume, onDownload, onClose } = props
  const isGoing = run.state === 'running' || run.state === 'stopping'
  const bar = <Progress value={run.total === 0 ? 0 : (run.done / run.total) * 100} size="lg" aria-label={words.progress} />
  if (isGoing) {
    return (
      <Stack>
        {bar}
        <Text role="status">{run.state === 'stopping' ? words.stopping : words.running(run.done, run.total)}</Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={run.state === 'stopping'} onClick={onStop}>
            {words.stop}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      {run.state !== 'done' && bar}
      <div role="status">
        <Title order={3}>{words.done(imported)}</Title>
      </div>
      {run.state === 'stopped' && <Alert color="yellow">{words.stoppedAt}</Alert>}
      {run.state === 'failed' && (
        <Alert color="red" role="alert">
          {words.failedAt(run.why)}
        </Alert>
      )}
      {left.length > 0 && <Text>{words.left(left.length)}</Text>}
      <Group justify="flex-end">
        {left.length > 0 && (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={onDownload}>
            {words.download}
          </Button>
        )}
        {run.state !== 'done' && (
          <Button variant="default" onClick={onResume}>
            {words.resume}
          </Button>
        )}
        <Button onClick={onClose}>{words.close}</Button>
      </Group>
    </Stack>
  )
}

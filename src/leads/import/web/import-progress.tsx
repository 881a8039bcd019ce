import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { m as common } from '#platform/messages/messages.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'
import type { RejectedRow } from './import-outcome.ts'
import type { ImportRun } from './import-run.ts'

/** How far a check or an import is. */
export const rowsDone = (done: number, total: number) => m.rowsDone({ done: formatCount(done), total, shown: formatCount(total) })

interface ImportProgressProps {
  readonly run: ImportRun
  readonly imported: number
  readonly rejected: readonly RejectedRow[]
  readonly onStop: () => void
  readonly onResume: () => void
  readonly onDownload: () => void
  readonly onClose: () => void
}

/** Progress of the import, then its result. */
export function ImportProgress(props: ImportProgressProps) {
  const { run, imported, rejected, onStop, onResume, onDownload, onClose } = props
  const isGoing = run.state === 'running' || run.state === 'stopping'
  const bar = <Progress value={run.total === 0 ? 0 : (run.done / run.total) * 100} size="lg" aria-label={m.importProgress()} />
  if (isGoing) {
    return (
      <Stack>
        {bar}
        <Text role="status">{run.state === 'stopping' ? m.stoppingSoon() : rowsDone(run.done, run.total)}</Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={run.state === 'stopping'} onClick={onStop}>
            {m.stop()}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      {run.state !== 'done' && bar}
      <div role="status">
        <Title order={3}>{m.imported({ count: imported, shown: formatCount(imported) })}</Title>
      </div>
      {run.state === 'stopped' && <Alert color="yellow">{m.importStopped()}</Alert>}
      {run.state === 'failed' && (
        <Alert color="red" role="alert">
          {m.importFailed({ why: run.why })}
        </Alert>
      )}
      {rejected.length > 0 && <Text>{m.rowsLeft({ count: rejected.length, shown: formatCount(rejected.length) })}</Text>}
      <Group justify="flex-end">
        {rejected.length > 0 && (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={onDownload}>
            {m.downloadRefused()}
          </Button>
        )}
        {run.state !== 'done' && (
          <Button variant="default" onClick={onResume}>
            {m.resume()}
          </Button>
        )}
        <Button onClick={onClose}>{common.close()}</Button>
      </Group>
    </Stack>
  )
}

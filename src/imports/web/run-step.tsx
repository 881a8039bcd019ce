import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { countsText } from './counts-text.ts'
import { discardImport, importQuery, type ReadImport, stopImport } from './data.ts'
import { stateLabels } from './earlier-imports.tsx'
import { FileField } from './file-field.tsx'
import { ResultStep } from './result-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepTitle } from './step-title.tsx'
import type { FileHere } from './use-file.ts'

interface RunStepProps {
  readonly id: string
  readonly here: KindHere
  readonly file: FileHere
  /** The file is here again: what has not arrived is sent. */
  readonly onGoOn: (lastStaged: number) => void
  readonly onAnother: () => void
}

/** One import as the server has it: to be sent whole, to be applied, under way, or over. A page that was closed finds it here. */
export function RunStep({ id, onAnother, ...props }: RunStepProps) {
  const query = useQuery(importQuery(id))
  return (
    <QueryBoundary query={query}>
      {(read) => (
        <Stack>
          <StepTitle key={read.state}>{m.importNamed({ file: read.fileName, state: stateLabels[read.state]() })}</StepTitle>
          {read.state === 'staging' && !read.can.apply ? (
            <Interrupted {...props} read={read} onAnother={onAnother} />
          ) : read.state === 'staging' ? (
            <ReviewStep here={props.here} read={read} onDiscarded={onAnother} />
          ) : read.state === 'applying' ? (
            <Applying read={read} />
          ) : (
            <ResultStep here={props.here} read={read} onAnother={onAnother} />
          )}
        </Stack>
      )}
    </QueryBoundary>
  )
}

function Applying({ read }: { readonly read: ReadImport }) {
  const { busy, run } = useAction(() => stopImport(read.id))
  const left = (read.counts.ready ?? 0) + (read.settings.includeDuplicates ? (read.counts.duplicate ?? 0) : 0)
  const total = read.rowCount
  return (
    <>
      <Progress value={(100 * (total - left)) / Math.max(1, total)} size="lg" aria-label={m.importProgress()} />
      <Text role="status">{m.rowsDone({ done: formatCount(total - left), total, shown: formatCount(total) })}</Text>
      <Text>{m.importGoesOn()}</Text>
      <Group justify="flex-end">
        <Button variant="default" loading={busy} onClick={run}>
          {m.stop()}
        </Button>
      </Group>
    </>
  )
}

interface InterruptedProps extends Omit<RunStepProps, 'id'> {
  readonly read: ReadImport
}

/** Not all rows have arrived: the same file is asked for again. */
function Interrupted({ read, file, onGoOn, onAnother }: InterruptedProps) {
  const { busy, run: discard } = useAction(async () => {
    await discardImport(read.id)
    onAnother()
  })
  const isSame = file.read?.summary.fileHash === read.fileHash
  return (
    <>
      <Text>{m.importInterrupted({ staged: formatCount(read.staged), total: formatCount(read.rowCount) })}</Text>
      <Text>{countsText(read.counts)}</Text>
      {file.read && !isSame && (
        <Alert color="yellow" role="alert">
          {m.otherFile({ file: read.fileName })}
        </Alert>
      )}
      {!isSame && <FileField file={file} />}
      <Group justify="flex-end">
        <Button variant="default" loading={busy} onClick={discard}>
          {m.discardImport()}
        </Button>
        {isSame && <Button onClick={() => onGoOn(read.lastStaged)}>{m.resume()}</Button>}
      </Group>
    </>
  )
}

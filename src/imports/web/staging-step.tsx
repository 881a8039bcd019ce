import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#platform/web/ui/counts.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { beginImport, nextBatch, rememberMapping, stageRows } from './data.ts'
import type { ReadState } from './propose-mapping.ts'
import type { MappedRow } from './reading/open-file.ts'
import type { Reader } from './reading/reader.ts'
import { StepTitle } from './step-title.tsx'

interface StagingStepProps {
  readonly here: KindHere
  readonly file: ReadState
  readonly reader: { readonly current: Reader | null }
  /** The import that goes on, behind the last row that has arrived; null: a new one. */
  readonly id: string | null
  readonly lastStaged: number
  readonly onBack: () => void
  readonly onStaged: (id: string) => void
}

/** Rows that the worker is asked for at once. */
const rowsAtOnce = 1000

/** Sends the rows, which are checked as they arrive: nothing is written before they are applied. */
export function StagingStep({ here, file, reader, id, lastStaged, onBack, onStaged }: StagingStepProps) {
  const [progress, setProgress] = useState({ done: 0, total: file.summary.rowCount })
  const [failure, setFailure] = useState('')
  const isStopped = useRef(false)
  const isBegun = useRef(false)

  useEffect(() => {
    isStopped.current = false
    const send = async () => {
      const worker = reader.current
      if (!worker) return
      const mapped = { mapping: file.mapping, targets: here.targets, kinds: here.kinds }
      const rowCount = await worker.count(mapped)
      setProgress({ done: 0, total: rowCount })
      if (rowCount === 0) throw new Error(m.noneImportable())
      const { titles, titlesHash, fileHash, tool } = file.summary
      const { columns, ...mapping } = file.mapping
      const remembered = Object.fromEntries(Object.entries(columns).map(([target, all]) => [target, [...all]]))
      await rememberMapping(here.kind, titlesHash, {
        titles: titles.map((title) => title.slice(0, 1000)),
        mapping: { ...mapping, columns: remembered, defaults: { ...mapping.defaults }, values: copied(mapping.values) },
      })
      const importId =
        id ?? (await beginImport({ kind: here.kind, fileName: file.fileName.slice(0, 255), fileHash, tool, rowCount }))
      let done = 0
      let waiting: MappedRow[] = []
      for (let from = 0; from < file.summary.rowCount || waiting.length > 0; ) {
        if (isStopped.current) return
        if (waiting.length < rowsAtOnce && from < file.summary.rowCount) {
          const rows = await worker.rows({ ...mapped, from, to: from + rowsAtOnce })
          from += rowsAtOnce
          waiting = [...waiting, ...rows.filter(({ cells }) => cells !== null)]
          continue
        }
        const batch = nextBatch(waiting)
        waiting = waiting.slice(batch.length)
        const fresh = batch.filter(({ number }) => number > lastStaged)
        if (fresh.length > 0) {
          await stageRows(
            importId,
            fresh.map(({ number, cells, broken }) => ({ number, cells: broken ? null : cells })),
          )
        }
        done += batch.length
        setProgress({ done, total: rowCount })
      }
      onStaged(importId)
    }
    // Effects run twice in development: the rows are sent once.
    if (isBegun.current) return
    isBegun.current = true
    send().catch((error: unknown) => {
      if (!isStopped.current) setFailure(error instanceof Error ? error.message : String(error))
    })
    return () => {
      isStopped.current = true
    }
  }, [file, here, id, lastStaged, onStaged, reader])

  const { done, total } = progress
  return (
    <Stack>
      <StepTitle>{m.checkingRows()}</StepTitle>
      <Progress value={(100 * done) / Math.max(1, total)} size="lg" aria-label={m.checkingRows()} />
      <Text role="status">{m.rowsDone({ done: formatCount(done), total, shown: formatCount(total) })}</Text>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => {
            isStopped.current = true
            onBack()
          }}
        >
          {failure ? m.back() : m.stop()}
        </Button>
      </Group>
    </Stack>
  )
}

/** A server reads no key that is called `__proto__`. */
const copied = (values: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(
    Object.entries(values).map(([target, said]) => [
      target,
      Object.fromEntries(Object.entries(said).filter(([value]) => value !== '__proto__')),
    ]),
  )

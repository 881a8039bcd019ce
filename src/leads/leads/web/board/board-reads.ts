import { hashKey } from '@tanstack/react-query'
import { leadRoutes } from '../../api/leads.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import type { LeadStatus } from '../../domain/leads.ts'
import { leadStatuses } from '../../domain/leads.ts'
import { call } from '#platform/web/app/api.ts'

export interface BoardFilter {
  readonly search?: string
  readonly partnerId?: string
  readonly duplicates?: 'yes'
  readonly from?: string
  readonly to?: string
}

type BoardAnswer = ReturnOf<typeof leadRoutes.leadBoard>

/** Reads of one board that are due in the same task. */
interface Batch {
  readonly limits: Map<LeadStatus, number>
  readonly signals: AbortSignal[]
  readonly answer: Promise<BoardAnswer>
}

const batches = new Map<string, Batch>()

/**
 * Reads the newest leads of a column, or with null the sums alone. Columns and sums of one board that are due in the same
 * task become one request, which is aborted when nobody waits for it any more.
 */
export function readBoardPart(
  filter: BoardFilter,
  column: { readonly status: LeadStatus; readonly limit: number } | null,
  signal: AbortSignal,
): Promise<BoardAnswer> {
  const key = hashKey([filter])
  const batch = batches.get(key) ?? newBatch(key, filter)
  if (column) batch.limits.set(column.status, column.limit)
  batch.signals.push(signal)
  return batch.answer
}

function newBatch(key: string, filter: BoardFilter): Batch {
  const limits: Batch['limits'] = new Map()
  const signals: AbortSignal[] = []
  const due = new Promise<void>((resolve) => setTimeout(resolve))
  const answer = due.then(() => {
    batches.delete(key)
    const columns = leadStatuses.filter((status) => limits.has(status)).join()
    const query = { ...filter, ...(columns ? { columns, limit: Math.max(...limits.values()) } : {}) }
    return call(leadRoutes.leadBoard, { query, signal: whenAllAborted(signals) })
  })
  const batch = { limits, signals, answer }
  batches.set(key, batch)
  return batch
}

function whenAllAborted(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const check = () => {
    if (signals.every(({ aborted }) => aborted)) controller.abort()
  }
  for (const signal of signals) signal.addEventListener('abort', check, { once: true })
  check()
  return controller.signal
}

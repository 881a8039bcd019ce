import type { JudgedRow } from '#api/lead-import.ts'
import { leadImportRoutes } from '#api/lead-import.ts'
import { call } from '#web/app/api.ts'
import { ApiError } from '#web/app/api-error.ts'
import { queryClient } from '#web/app/query-client.ts'
import type { ImportCells } from './import-plan.ts'
import { batchesOf } from './import-plan.ts'

interface Sending {
  readonly partnerId: string | null
  readonly includeDuplicates: boolean
  /** How many rows have been answered so far. */
  readonly onProgress: (done: number) => void
  /** Asked before each batch. */
  readonly stopped: () => boolean
}

/** What a moment may mend: the batch is sent again under its key, and is done once. */
const passing = new Set([
  'network',
  'outcome_unknown',
  'idempotency_in_progress',
  'database_busy',
  'database_unavailable',
  'shutting_down',
  'internal',
])
const waits = [500, 1500, 4000]

async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (const wait of waits) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.has(error.code)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return send()
}

/** Sends rows a batch at a time; hands over each batch's answers in the order of its rows. Throws what the server said. */
async function sendRows<T extends { readonly cells: ImportCells }>(
  route: typeof leadImportRoutes.checkImport | typeof leadImportRoutes.importLeads,
  rows: readonly T[],
  { partnerId, includeDuplicates, onProgress, stopped }: Sending,
  answered: (row: T, judged: JudgedRow) => void,
): Promise<void> {
  let done = 0
  for (const batch of batchesOf(rows)) {
    if (stopped()) return
    const body = { rows: batch.map(({ cells }) => cells), includeDuplicates, ...(partnerId ? { partnerId } : {}) }
    const { rows: judged } = await patiently(() => call(route, { body }))
    batch.forEach((row, at) => {
      const answer = judged[at]
      if (answer) answered(row, answer)
    })
    done += batch.length
    onProgress(done)
  }
}

/** What an import of these rows would do. Nothing is written. */
export async function checkRows<T extends { readonly cells: ImportCells }>(
  rows: readonly T[],
  sending: Omit<Sending, 'includeDuplicates'>,
): Promise<Map<T, JudgedRow>> {
  const answers = new Map<T, JudgedRow>()
  await sendRows(leadImportRoutes.checkImport, rows, { ...sending, includeDuplicates: false }, (row, judged) =>
    answers.set(row, judged),
  )
  return answers
}

/** Imports rows; what was imported before a failure or a stop stays. */
export async function importRows<T extends { readonly cells: ImportCells }>(
  rows: readonly T[],
  sending: Sending,
  answered: (row: T, judged: JudgedRow) => void,
): Promise<void> {
  try {
    await sendRows(leadImportRoutes.importLeads, rows, sending, answered)
  } finally {
    for (const topic of ['leads', 'overview', 'commissions']) void queryClient.invalidateQueries({ queryKey: [topic] })
  }
}

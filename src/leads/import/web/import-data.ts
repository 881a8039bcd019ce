import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { leadImportRoutes, type ValidatedRow } from '../api.ts'
import { type ImportCells, toBatches } from './import-plan.ts'

interface Sending {
  readonly partnerId: string | null
  readonly includeDuplicates: boolean
  /** Receives the number of rows answered so far. */
  readonly onProgress: (done: number) => void
  /** Checked before each batch. */
  readonly stopped: () => boolean
}

/** Transient errors: the batch is retried with the same idempotency key, so that it is imported once. */
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

async function withRetries<T>(send: () => Promise<T>): Promise<T> {
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

/** Sends rows in batches and reports the result of each row. Throws the server's error. */
async function sendRows<T extends { readonly cells: ImportCells }>(
  route: typeof leadImportRoutes.checkImport | typeof leadImportRoutes.importLeads,
  rows: readonly T[],
  { partnerId, includeDuplicates, onProgress, stopped }: Sending,
  answered: (row: T, validated: ValidatedRow) => void,
): Promise<void> {
  let done = 0
  for (const batch of toBatches(rows)) {
    if (stopped()) return
    const body = { rows: batch.map(({ cells }) => cells), includeDuplicates, ...(partnerId ? { partnerId } : {}) }
    const { rows: validated } = await withRetries(() => call(route, { body }))
    batch.forEach((row, at) => {
      const answer = validated[at]
      if (answer) answered(row, answer)
    })
    done += batch.length
    onProgress(done)
  }
}

/** Dry run: validates rows on the server. */
export async function checkRows<T extends { readonly cells: ImportCells }>(
  rows: readonly T[],
  sending: Omit<Sending, 'includeDuplicates'>,
): Promise<Map<T, ValidatedRow>> {
  const answers = new Map<T, ValidatedRow>()
  await sendRows(leadImportRoutes.checkImport, rows, { ...sending, includeDuplicates: false }, (row, validated) =>
    answers.set(row, validated),
  )
  return answers
}

/** Imports rows. Batches imported before a failure or stop are kept. */
export async function importRows<T extends { readonly cells: ImportCells }>(
  rows: readonly T[],
  sending: Sending,
  answered: (row: T, validated: ValidatedRow) => void,
): Promise<void> {
  try {
    await sendRows(leadImportRoutes.importLeads, rows, sending, answered)
  } finally {
    for (const topic of ['leads', 'overview', 'commissions'] as const) void queryClient.invalidateQueries({ queryKey: [topic] })
  }
}

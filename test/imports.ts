import { createHash, randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { type CheckedRow, importRoutes, maxStagedRows } from '#imports/api.ts'
import type { ImportKind } from '#imports/domain/kinds.ts'
import { applyInBatches } from '#imports/server/apply-job.ts'
import type { Client, TestApp } from './test-app.ts'

type Settings = Partial<z.input<typeof importRoutes.beginImport.body>['settings']>

/** A file's rows as the page sends them: those of a lead, a partner or a payment, or something else that is refused. */
export interface TestFile {
  readonly kind: ImportKind
  readonly rows: readonly unknown[]
  readonly settings?: Settings
  readonly tool?: string
  /** Rows of one request. */
  readonly each?: number
}

/** Begins an import and stages its rows; answers what applying them would do. */
export async function stage(client: Client, { kind, rows, settings = {}, tool = '', each = maxStagedRows }: TestFile) {
  const fileHash = createHash('sha256').update(randomUUID()).digest('hex')
  const body = { kind, fileName: 'test.csv', fileHash, tool, rowCount: rows.length, settings }
  const { id } = await client.call(importRoutes.beginImport, { body })
  const checked: CheckedRow[] = []
  for (let from = 0; from < rows.length; from += each) {
    const part = rows.slice(from, from + each).map((cells, at) => ({ number: from + at + 2, cells }))
    checked.push(...(await client.call(importRoutes.stageRows, { params: { id }, body: { rows: part } })).rows)
  }
  return { id, rows: indexed(checked) }
}

/** Rows by their place in the file, as tests write them. */
const indexed = (rows: readonly CheckedRow[]) => rows.map((row) => ({ ...row, index: row.number - 2 }))

/** What an import of these rows would do: nothing stays. */
export async function checkRows(client: Client, file: TestFile) {
  const { id, rows } = await stage(client, file)
  await client.call(importRoutes.discardImport, { params: { id } })
  return rows
}

/** Applies what is staged, as the job does it, and answers what became of each row. */
export async function apply(
  app: TestApp,
  client: Client,
  id: string,
  wishes: z.input<typeof importRoutes.applyImport.body> = {},
) {
  await client.call(importRoutes.applyImport, { params: { id }, body: wishes })
  await applyInBatches(app.portal, { importId: id })
  return readRows(client, id)
}

export async function readRows(client: Client, id: string) {
  const rows: CheckedRow[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.call(importRoutes.listImportRows, { params: { id }, query: { limit: 200, cursor } })
    rows.push(...page.items)
    if (!page.nextCursor) return indexed(rows)
    cursor = page.nextCursor
  }
}

/** Brings a file in: what became of each of its rows. */
export async function importRows(app: TestApp, client: Client, file: TestFile) {
  const { id } = await stage(client, file)
  return apply(app, client, id)
}

/** What recording these payments would do, and recording them. */
export const paymentsOf = (app: TestApp, client: Client) => ({
  check: (rows: readonly unknown[]) => checkRows(client, { kind: 'client_payments', rows }),
  record: async (rows: readonly unknown[], wishes: z.input<typeof importRoutes.applyImport.body> = {}) => {
    const { id } = await stage(client, { kind: 'client_payments', rows })
    return apply(app, client, id, wishes)
  },
})

/** What importing these leads would do, and importing them. */
export const leadsOf = (app: TestApp, client: Client) => ({
  check: (rows: readonly unknown[], settings: Settings = {}) => checkRows(client, { kind: 'leads', rows, settings }),
  add: (rows: readonly unknown[], settings: Settings = {}) => importRows(app, client, { kind: 'leads', rows, settings }),
})

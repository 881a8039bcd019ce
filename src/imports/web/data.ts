import { queryOptions } from '@tanstack/react-query'
import { templateRoutes } from '#contracts/templates/api.ts'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { type CheckedRow, importRoutes, maxStagedRows, type StoredMapping } from '../api.ts'
import type { ImportOutcome } from '../domain/imports.ts'
import type { ImportKind } from '../domain/kinds.ts'
import type { MappedRow } from './reading/open-file.ts'

export const importsQuery = (kind: ImportKind) =>
  pagesQuery(['imports', 'list', kind], (cursor, signal) => call(importRoutes.listImports, { query: { kind, cursor }, signal }))

/** While it is applied, its progress is read again each second. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => call(importRoutes.readImport, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'applying' ? 1000 : false),
  })
export type ReadImport = Awaited<ReturnType<typeof call<typeof importRoutes.readImport>>>

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['imports'] })

export const rememberedMapping = async (kind: ImportKind, titlesHash: string) =>
  (await call(importRoutes.rememberedMapping, { params: { kind, titlesHash } })).mapping

export const rememberMapping = (kind: ImportKind, titlesHash: string, body: { titles: string[]; mapping: StoredMapping }) =>
  call(importRoutes.rememberMapping, { params: { kind, titlesHash }, body })

export const forgetMapping = (kind: ImportKind, titlesHash: string) =>
  call(importRoutes.forgetMapping, { params: { kind, titlesHash } })

type NewImport = Parameters<typeof call<typeof importRoutes.beginImport>>[1]['body']

export const beginImport = async (body: NewImport) => (await call(importRoutes.beginImport, { body })).id

/** Keeps requests below 1 MiB, at up to six bytes per character in JSON. */
const maxBatchChars = 150_000

/** Rows of one request: of all that is left, as many as fit. */
export function nextBatch(rows: readonly MappedRow[]): MappedRow[] {
  let chars = 0
  const tooMany = rows.findIndex(({ cells }, at) => {
    chars += JSON.stringify(cells).length
    return at > 0 && (at >= maxStagedRows || chars > maxBatchChars)
  })
  return rows.slice(0, tooMany < 0 ? maxStagedRows : tooMany)
}

/** Transient errors: the batch is sent again, and what is staged already stays as it is. */
const passing = new Set(['network', 'outcome_unknown', 'database_busy', 'database_unavailable', 'shutting_down', 'internal'])
const waits = [500, 1500, 4000, 10_000]

export async function stageRows(id: string, rows: readonly { number: number; cells: unknown }[]): Promise<CheckedRow[]> {
  for (const wait of waits) {
    try {
      return (await call(importRoutes.stageRows, { params: { id }, body: { rows: [...rows] } })).rows
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.has(error.code)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return (await call(importRoutes.stageRows, { params: { id }, body: { rows: [...rows] } })).rows
}

const readRows = (id: string, query: { readonly outcome?: ImportOutcome | undefined; readonly cursor?: string | undefined }) =>
  call(importRoutes.listImportRows, { params: { id }, query: { limit: 200, ...query } })

/** Its rows, as they were checked or applied: a part at a time, since there may be 50 000. */
export const rowsQuery = ({ id, state }: Pick<ReadImport, 'id' | 'state'>, outcome: ImportOutcome | null) =>
  pagesQuery(['imports', 'rows', id, state, outcome ?? ''], (cursor) => readRows(id, { outcome: outcome ?? undefined, cursor }))

async function importedRows(id: string): Promise<CheckedRow[]> {
  const rows: CheckedRow[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await readRows(id, { outcome: 'imported', cursor })
    rows.push(...items)
    if (!nextCursor) return rows
    cursor = nextCursor
  }
}

/** Does something to an import, and reads it and the lists of what it brings again. */
async function changing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await readAgain()
  }
}
type Wishes = Parameters<typeof call<typeof importRoutes.applyImport>>[1]['body']
export const applyImport = (id: string, body: Wishes) => changing(call(importRoutes.applyImport, { params: { id }, body }))
export const stopImport = (id: string) => changing(call(importRoutes.stopImport, { params: { id } }))
export const discardImport = (id: string) => changing(call(importRoutes.discardImport, { params: { id } }))
export const undoImport = async (id: string) => (await changing(call(importRoutes.undoImport, { params: { id } }))).obstacles
export const inviteImported = (id: string) => changing(call(importRoutes.inviteImported, { params: { id } }))

/** Assigns the contracts that rows name, or the usual one. Why some were not, each with whose it is. */
export async function assignContracts(importId: string, usual: string | null): Promise<string[]> {
  const wanted = (await importedRows(importId)).flatMap(({ recordId, read }) => {
    const templateId = read?.templateId ?? usual
    return recordId && read && templateId ? [{ partnerId: recordId, templateId, name: read.title }] : []
  })
  const problems: string[] = []
  for (const [id, group] of Map.groupBy(wanted, ({ templateId }) => templateId)) {
    const partnerIds = group.map(({ partnerId }) => partnerId)
    const { results } = await call(templateRoutes.assignTemplate, { params: { id }, body: { partnerIds } })
    const names = new Map(group.map(({ partnerId, name }) => [partnerId, name]))
    for (const { partnerId, problem } of results) if (problem) problems.push(`${names.get(partnerId) ?? ''}: ${problem}`)
  }
  return problems
}

import { sql } from 'kysely'
import * as z from 'zod/mini'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { customFields, sideOf } from '#leads/fields/server/field-guards.ts'
import { readFields } from '#leads/fields/server/queries.ts'
import { readOfferNames } from '#leads/offers/server/queries.ts'
import { readStageNames } from '#leads/stages/server/queries.ts'
import { CsvLines } from '#platform/domain/csv.ts'
import { nameIn } from '#platform/domain/names.ts'
import { plainlySpaced } from '#platform/domain/typesetting.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { type CsvColumns, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { cutPage, decodeCursor } from '#platform/server/http/lists/cursor.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { importRoutes } from '../api.ts'
import type { ImportOutcome } from '../domain/imports.ts'
import { targetsOf, targetTitle } from '../domain/targets.ts'
import { m } from '../messages/messages.ts'
import { listRows, readImport } from './queries.ts'

const notImported: readonly ImportOutcome[] = ['refused', 'duplicate', 'ready']

type RefusedRow = Awaited<ReturnType<typeof listRows>>[number] & { readonly id: string }

const cells = z.object({ fields: z._default(z.record(z.string(), z.string()), {}) })
/** Texts of custom fields; none in a row that was refused since it has another shape. */
const fieldsOf = (row: RefusedRow) => cells.safeParse(row.cells).data?.fields ?? {}
const texts = z.record(z.string(), z.unknown())

/** What people call what a cell names by its id or key, by column; partners by their e-mail address. */
type Names = Readonly<Record<string, ReadonlyMap<string, string>>>
type Reading = Pick<TransactionContext, 'tx' | 'actor'>

/** A cell as it came, with its lines; titles are those that an import recognises. */
function cellOf(row: RefusedRow, target: string, names: Names) {
  const text = texts.parse(row.cells)[target]
  return new CsvLines(typeof text === 'string' ? (names[target]?.get(text) ?? text) : '')
}

async function readNames({ tx, actor }: Reading, importId: string): Promise<Names> {
  const [status, offer, partners] = await Promise.all([
    readStageNames(tx),
    readOfferNames(tx, actor.kind === 'admin'),
    tx
      .selectFrom(partnerContacts.as('p'))
      .select(['p.partner_id', 'p.email'])
      .where(sql<string>`p.partner_id::text`, 'in', (from) =>
        from
          .selectFrom('import_rows')
          .select(sql<string>`cells ->> 'partner'`.as('id'))
          .where('import_id', '=', importId)
          .where('outcome', 'in', notImported),
      )
      .execute(),
  ])
  return {
    status,
    offer,
    partner: new Map(partners.map(({ partner_id, email }) => [partner_id, email])),
  }
}

const reasonOf = ({ outcome, messages }: RefusedRow) => {
  const reasons = messages.map(({ message }) => message)
  const state = { duplicate: m.leftOut(), ready: m.notSent() }[outcome as string]
  return plainlySpaced([...reasons, ...(state ? [state] : [])].join(' ; '))
}

/** The rows that were not imported: to be corrected and imported again. */
export const refusedRowsCsv: Handlers<typeof importRoutes>['refusedRowsCsv'] = async (call) => {
  const { actor, portal, query } = call
  const { kind, custom, names } = await portal.database.asActor(actor, async (tx) => {
    const { kind } = await readImport(tx, query.importId)
    const definitions = kind === 'leads' ? await readFields(tx) : []
    const open = customFields(definitions, sideOf(actor)).filter(({ isOpen, mayEdit }) => isOpen && mayEdit)
    const names = kind === 'leads' ? await readNames({ tx, actor }, query.importId) : {}
    return { kind, names, custom: open.map((field) => ({ key: field.key, name: nameIn(field) })) }
  })
  const columns: CsvColumns<RefusedRow> = [
    ...targetsOf(kind, actor.kind === 'admin').map(
      (target) => [() => targetTitle(kind, target), (row: RefusedRow) => cellOf(row, target, names)] as const,
    ),
    ...custom.map(({ key, name }) => [() => name, (row: RefusedRow) => new CsvLines(fieldsOf(row)[key] ?? '')] as const),
    [m.row, ({ number }) => String(number)],
    [m.reason, reasonOf],
  ]
  return csvOf(importRoutes.refusedRowsCsv, {
    columns: () => columns,
    page: async ({ tx }, { importId, cursor, limit }) => {
      const after = cursor === undefined ? 0 : Number(decodeCursor(cursor, 'number').key)
      const rows = await listRows(tx, importId, { after, limit, outcome: notImported })
      const page = cutPage(
        rows.map((row) => ({ ...row, id: importId })),
        limit,
        ({ number }) => String(number),
        (row) => row,
      )
      return { ...page, items: page.items.filter((row) => !row.is_withheld) }
    },
  })(call)
}

import type { FieldValues } from '#leads/fields/domain/fields.ts'
import { ownFields, sideOf } from '#leads/fields/server/field-guards.ts'
import { readFields, readStaffFields } from '#leads/fields/server/queries.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { OtherLead } from '../api/leads.ts'
import { readOriginals } from './duplicate-queries.ts'

/** What a lead's answer says beyond its row. */
export interface LeadExtras {
  /** The originals of possible duplicates, by id. Partners never see them, not even their own. */
  readonly originals: ReadonlyMap<string, OtherLead>
  /** Values that partners do not see, by lead; for staff alone. */
  readonly staffFields: ReadonlyMap<string, FieldValues>
  /** The fields that cards and lists show. */
  readonly listedKeys: readonly string[]
}

export const noExtras: LeadExtras = { originals: new Map(), staffFields: new Map(), listedKeys: [] }

interface MarkedRow {
  readonly id: string
  readonly possible_duplicate_of?: string | null
}

/** Rows of leads and what else their answers say. `whole`: all values of a lead are told, and not only those of lists. */
export async function withExtras<Row extends MarkedRow>(
  { tx, actor }: Pick<TransactionContext, 'tx' | 'actor'>,
  reading: Promise<readonly Row[]>,
  whole: 'whole' | 'listed' = 'listed',
): Promise<{ rows: readonly Row[]; extras: LeadExtras }> {
  const isStaff = actor.kind === 'admin'
  // Whatever stands on a lead its partner may see.
  if (!isStaff && whole === 'whole') return { rows: await reading, extras: noExtras }
  const [rows, definitions] = await Promise.all([reading, readFields(tx)])
  const fields = ownFields(definitions, sideOf(actor))
  const listedKeys = fields.filter(({ isListed }) => isListed).map(({ key }) => key)
  if (!isStaff) return { rows, extras: { ...noExtras, listedKeys } }
  const hasHidden = fields.some(({ isHidden, isListed }) => isHidden && (whole === 'whole' || isListed))
  const ids = rows.map(({ id }) => id)
  const [originals, staffFields] = await Promise.all([
    readOriginals(
      tx,
      rows.flatMap((row) => row.possible_duplicate_of ?? []),
    ),
    hasHidden ? readStaffFields(tx, ids) : noExtras.staffFields,
  ])
  return { rows, extras: { originals, staffFields, listedKeys } }
}

import type { FieldValues } from '#leads/fields/domain/fields.ts'
import { readStaffFields } from '#leads/fields/server/queries.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { OtherLead } from '../api/leads.ts'
import { readOriginals } from './duplicate-queries.ts'

/** What a lead's answer says beyond its row. */
export interface LeadExtras {
  /** The originals of possible duplicates, by id. Partners never see them, not even their own. */
  readonly originals: ReadonlyMap<string, OtherLead>
  /** Values that partners do not see, by lead; for staff alone. */
  readonly staffFields: ReadonlyMap<string, FieldValues>
}

interface MarkedRow {
  readonly id: string
  readonly possible_duplicate_of?: string | null
}

type Reader = Pick<TransactionContext, 'tx' | 'actor'>

/** The originals of the rows of a list, for staff. */
export async function originalsOf({ tx, actor }: Reader, rows: readonly MarkedRow[]): Promise<LeadExtras['originals']> {
  if (actor.kind !== 'admin') return new Map()
  return readOriginals(
    tx,
    rows.flatMap((row) => row.possible_duplicate_of ?? []),
  )
}

/** Leads, and what else the answers of whole ones say. */
export async function withExtras<Row extends MarkedRow>(
  reader: Reader,
  reading: Promise<readonly Row[]>,
): Promise<{ rows: readonly Row[]; extras: LeadExtras }> {
  const none = new Map<string, FieldValues>()
  // Whatever stands on a lead its partner may see.
  if (reader.actor.kind !== 'admin') return { rows: await reading, extras: { originals: new Map(), staffFields: none } }
  const rows = await reading
  const ids = rows.map(({ id }) => id)
  const [originals, staffFields] = await Promise.all([originalsOf(reader, rows), readStaffFields(reader.tx, ids)])
  return { rows, extras: { originals, staffFields } }
}

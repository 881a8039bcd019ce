import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'

/** A partner that was merged into the caller's. */
interface FormerPartner {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly merged_at: Date
}

interface Reading {
  readonly tx: Tx
  readonly actor: Actor
}

/**
 * The partners that were merged into the caller's, the newest first; none for staff, and for whoever reads no money. It is
 * started before `readAsFormer` of the same request, and travels with it.
 */
export async function formerPartners({ tx, actor }: Reading) {
  if (actor.kind !== 'partner') return []
  const { rows } = await sql<FormerPartner>`select * from app.former_partners() order by merged_at desc, id`.execute(tx)
  return rows.map(({ id, name, company, merged_at: at }) => ({ id, name, company, mergedAt: at.toISOString() }))
}

/** Reads as the former partner that a statement chooses, if it chooses one; as the caller otherwise. */
const readAsFormerBy =
  (choose: (id: string) => RawBuilder<unknown>) =>
  async <T>({ tx }: Reading, id: string, read: () => Promise<T>): Promise<T> => {
    const [, rows] = await Promise.all([choose(id).execute(tx), read()])
    return rows
  }
const readAsFormerById = readAsFormerBy((id) => sql`select app.read_former(${id}::uuid)`)
/** By a payout, as links in mails name it. */
export const readAsFormerByPayout = readAsFormerBy((id) => sql`select app.read_former_by_payout(${id}::uuid)`)
/** By an invoice, a credit note or a receipt. */
export const readAsFormerByInvoice = readAsFormerBy((id) => sql`select app.read_former_by_invoice(${id}::uuid)`)
export const readAsFormerByCommission = readAsFormerBy((id) => sql`select app.read_former_by_commission(${id}::uuid)`)

/**
 * Reads the money of a partner that was merged into the caller's, where the request asks for it by its id: it stands apart. Any
 * other request reads as its caller. `read` starts all its statements at once, which travel with the one that says as whom.
 */
export function readAsFormer<T>(reading: Reading, id: string | undefined, read: () => Promise<T>): Promise<T> {
  const { actor } = reading
  return actor.kind !== 'partner' || !id || id === actor.partner.id ? read() : readAsFormerById(reading, id, read)
}

/** The same for a list that may ask for one payout alone. */
export function readAsFormerOf<T>(
  reading: Reading,
  { partnerId, payoutId }: { readonly partnerId?: string | undefined; readonly payoutId?: string | undefined },
  read: () => Promise<T>,
): Promise<T> {
  const isByPayout = reading.actor.kind === 'partner' && payoutId && !partnerId
  return isByPayout ? readAsFormerByPayout(reading, payoutId, read) : readAsFormer(reading, partnerId, read)
}

/** What the caller reads as themselves, or else as a partner that was merged into theirs. */
export async function findOwnOrFormer<T>(
  reading: Reading,
  id: string,
  asFormer: typeof readAsFormerByPayout,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const own = await find()
  return own || reading.actor.kind !== 'partner' ? own : asFormer(reading, id, find)
}

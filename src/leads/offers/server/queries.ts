import { type InferResult, sql } from 'kysely'
import { nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { lockLists } from '#platform/server/saved-list.ts'
import { type NamedOffer, nameFor, type OfferWords } from '../domain/offers.ts'

const columns = [
  'key',
  'name',
  'names',
  'staff_name',
  'staff_names',
  'description',
  'descriptions',
  'suggested_cents',
  'least_cents',
  'most_cents',
  'on_introductions',
  'archived_at',
  'used_at',
  'changed_at',
] as const

const inOrder = (tx: Tx) => tx.selectFrom('offers').select(columns).orderBy('place').orderBy('key')

export type OfferRow = InferResult<ReturnType<typeof inOrder>>[number]

const offersInOrder = keptQuery<object, OfferRow>(inOrder)

/** The offers in their order, those that are archived too. */
export const readOffers = (tx: Tx): Promise<OfferRow[]> => offersInOrder(tx, {})

/** The same, locked: no other list of the programme changes meanwhile, while leads can still take offers. */
export async function lockOffers(tx: Tx): Promise<OfferRow[]> {
  await lockLists(tx)
  return inOrder(tx).forNoKeyUpdate().execute()
}

/** Those that clients choose among in the form of an introduction link. */
export const clientOffers = (tx: Tx): Promise<OfferRow[]> =>
  inOrder(tx).where('on_introductions', '=', true).where('archived_at', 'is', null).execute()

/** What a lead gets for which nobody has chosen an offer: the last that is open. One always is. */
export const lastOpenOffer = (tx: Tx) =>
  tx
    .selectFrom('offers')
    .select('key')
    .where('archived_at', 'is', null)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** The one offer that is open, which nobody has to be asked for; null where there are several. */
export async function onlyOpenOffer(tx: Tx): Promise<string | null> {
  const [first, ...others] = (await readOffers(tx)).filter(({ archived_at }) => archived_at === null)
  return first && others.length === 0 ? first.key : null
}

/** What each offer is called in the language of the request, for one of the sides. */
export async function readOfferNames(tx: Tx, isStaff: boolean): Promise<ReadonlyMap<string, string>> {
  const named = ({ name, names, staff_name, staff_names }: OfferRow) =>
    nameIn(nameFor({ name, names, staffName: staff_name, staffNames: staff_names }, isStaff))
  return new Map((await readOffers(tx)).map((row) => [row.key, named(row)]))
}

/** The offers with every name that they have or had. */
export async function readNamedOffers(tx: Tx): Promise<NamedOffer[]> {
  const [offers, versions] = await Promise.all([
    readOffers(tx),
    tx.selectFrom('offer_names').select(['offer', 'name', 'names', 'staff_name', 'staff_names']).execute(),
  ])
  return offers.map(({ key, archived_at }) => ({
    key,
    isOpen: archived_at === null,
    names: versions
      .filter(({ offer }) => offer === key)
      .flatMap((each) => [each.name, each.staff_name, ...Object.values(each.names), ...Object.values(each.staff_names)]),
  }))
}

/** The names that the offer of a lead `l` had when the lead took it, and those of now; null where they are the same. */
export const namesOfOffer = sql<{ readonly then: OfferWords; readonly now: OfferWords } | null>`(
  select jsonb_build_object(
    'then', jsonb_build_object('name', n.name, 'names', n.names, 'staffName', n.staff_name, 'staffNames', n.staff_names),
    'now', jsonb_build_object('name', o.name, 'names', o.names, 'staffName', o.staff_name, 'staffNames', o.staff_names))
  from offers o join offer_names n on n.offer = o.key and n.version = l.offer_version
  where o.key = l.offer_type and o.version <> l.offer_version)`

interface OfferFigures {
  readonly key: string
  readonly count: number
  readonly openCount: number
  readonly signedCount: number
  readonly lostCount: number
  readonly signedCents: number
}

/** Leads by offer, in the order of the offers; one that no lead has is left out. */
export async function readOfferFigures(tx: Tx): Promise<OfferFigures[]> {
  const { rows } = await sql<OfferFigures>`
    select f.* from (
      select offer_type as key, count(*) as count,
        count(*) filter (where status not in ('signe', 'refuse', 'perdu')) as "openCount",
        count(*) filter (where status = 'signe') as "signedCount",
        count(*) filter (where status in ('refuse', 'perdu')) as "lostCount",
        coalesce(sum(estimated_amount_cents) filter (where status = 'signe'), 0)::bigint as "signedCents"
      from leads group by offer_type
    ) f join offers o on o.key = f.key order by o.place`.execute(tx)
  return rows
}

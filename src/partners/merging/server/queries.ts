import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PartnerRole } from '#access/domain/actor.ts'
import { lostStages, wonStage } from '#leads/stages/domain/stages.ts'
import { vigilanceBlocks } from '#money/vigilance/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { MergePreview, MovePreview, SplitPreview } from '../api.ts'
import { mergeObstaclesOf } from '../domain.ts'
import type { Partner } from './pair-guards.ts'

export interface Member {
  readonly id: string
  readonly full_name: string
  readonly role: PartnerRole
  readonly sees_amounts: boolean
  readonly joined_at: Date | null
}

/** The people who belong to a partner or are invited to it; or those of them that are asked for. */
export function readMembers(tx: Tx, partnerId: string, personIds?: readonly string[]): Promise<Member[]> {
  let query = tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select(['p.user_id as id', 'p.full_name', 'm.role', 'm.sees_amounts', 'p.joined_at'])
    .where('m.partner_id', '=', partnerId)
    .where('m.until', 'is', null)
    .orderBy('m.since')
    .orderBy('m.person_id')
  if (personIds) query = query.where('m.person_id', 'in', personIds)
  return query.execute()
}

export interface MovingLead {
  readonly id: string
  readonly typed_by: string
}

interface LeadChoice {
  readonly from: string
  /** Whoever gets them; null for a partner that begins. */
  readonly to: string | null
  /** These people's leads alone; everybody's where it is not said. */
  readonly typedBy?: readonly string[]
  /** Lost leads go too where nobody is left to open them again. */
  readonly withLost: boolean
}

/**
 * The leads that go to another partner, and how many stay: signed ones, what money hangs on, what was merged into another lead
 * and what both partners share.
 */
export async function readLeads(tx: Tx, { from, to, typedBy, withLost }: LeadChoice) {
  const closed = withLost ? [wonStage] : [wonStage, ...lostStages]
  const goes = sql<boolean>`(l.status not in (${sql.join(closed)}) and r.state <> 'merged'
    and not exists (select from lead_signings s where s.lead_id = l.id)
    and not exists (select from commissions c where c.lead_id = l.id and c.status = 'en_attente')
    and not exists (select from client_payments p where p.lead_id = l.id)
    and not exists (select from disputes d where d.lead_id = l.id and d.state in ('open', 'answered'))
    and not exists (select from lead_shares s where s.lead_id = l.id and s.partner_id = ${to}::uuid))`
  let query = tx
    .selectFrom('leads as l')
    .innerJoin('lead_registrations as r', 'r.lead_id', 'l.id')
    .select(['l.id', 'l.typed_by', goes.as('goes')])
    .where('l.partner_id', '=', from)
    .orderBy('l.created_at')
    .orderBy('l.id')
  if (typedBy) query = query.where('l.typed_by', 'in', typedBy)
  const rows = await query.execute()
  const going: MovingLead[] = rows.filter((row) => row.goes)
  return { going, staying: rows.length - going.length }
}

/** The fingerprint by which staff confirm a preview: another one as soon as anything of it has changed. */
const stateOf = (facts: object) => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)

const presentPartner = ({ id, name, company }: Partner) => ({ id, name, company, deleted: false })

const presentMember = ({ id, full_name, role, joined_at }: Member) => ({
  id,
  fullName: full_name,
  role,
  joined: joined_at !== null,
})

/** What moving people from a partner does: to another one, or, without one, to a partner that begins. */
async function readMoving(tx: Tx, from: Partner, to: Partner | null, personIds: readonly string[]) {
  const [members, leads] = await Promise.all([
    readMembers(tx, from.id, personIds),
    readLeads(tx, { from: from.id, to: to?.id ?? null, typedBy: personIds, withLost: false }),
  ])
  const preview = {
    from: presentPartner(from),
    people: members.map(presentMember),
    leads: { going: leads.going.length, staying: leads.staying },
    obstacles: members.some(({ id }) => id === from.mainPersonId) ? (['main_person'] as const).slice() : [],
  }
  const state = stateOf({ ...preview, to, going: leads.going })
  return { members, leads, preview: { ...preview, state } }
}

export async function readMove(tx: Tx, from: Partner, to: Partner, personId: string) {
  const { preview, ...moving } = await readMoving(tx, from, to, [personId])
  return { ...moving, preview: { ...preview, to: presentPartner(to) } satisfies MovePreview }
}

export async function readSplit(tx: Tx, from: Partner, personIds: readonly string[]) {
  const { preview, ...moving } = await readMoving(tx, from, null, personIds)
  return { ...moving, preview: preview satisfies SplitPreview }
}

interface Money {
  readonly pendingCents: number
  readonly validatedCents: number
  readonly paidCents: number
  readonly unpaid: number
  readonly openPayouts: number
  readonly invoices: number
  readonly kept: number
  readonly unsigned: number
  readonly openDisputes: number
  readonly openShares: number
  readonly sendsInvoices: boolean
}

/** What a partner has that stays with it, and what somebody of it would still have to do. */
async function readMoney(tx: Tx, from: string, to: string): Promise<Money> {
  const { rows } = await sql<Money>`
    select c.*, contracts.*,
      (select count(*) from payouts p where p.partner_id = ${from} and p.status not in ('paid', 'cancelled')) as "openPayouts",
      (select count(*) from invoices i where i.partner_id = ${from}) as invoices,
      (select count(*) from disputes d where d.partner_id = ${from} and d.state in ('open', 'answered')) as "openDisputes",
      (select count(*) from lead_shares s join leads l on l.id = s.lead_id where l.status <> ${wonStage}
        and (s.partner_id = ${from} or s.partner_id = ${to} and l.partner_id = ${from})) as "openShares",
      exists (select from billing_profiles b where b.partner_id = ${from} and b.mode = 'upload') as "sendsInvoices"
    from (
      select coalesce(sum(amount_cents) filter (where status = 'en_attente'), 0)::bigint as "pendingCents",
        coalesce(sum(amount_cents) filter (where status = 'valide'), 0)::bigint as "validatedCents",
        coalesce(sum(amount_cents) filter (where status = 'paye'), 0)::bigint as "paidCents",
        count(*) filter (where status <> 'paye') as unpaid
      from commissions where partner_id = ${from}
    ) c, (
      select count(*) filter (where gone) as unsigned, count(*) filter (where not gone) as kept
      from (
        select k.status = 'en_attente' and not exists (select from signatures s where s.contract_id = k.id) as gone
        from contracts k where k.user_id = ${from}
      ) each_contract
    ) contracts`.execute(tx)
  return rows[0] as Money
}

/** What merging a partner into another one does. */
export async function readMerge(tx: Tx, { from, to, now }: { readonly from: Partner; readonly to: Partner; readonly now: Date }) {
  const [members, leads, money, blocks] = await Promise.all([
    readMembers(tx, from.id),
    readLeads(tx, { from: from.id, to: to.id, withLost: true }),
    readMoney(tx, from.id, to.id),
    vigilanceBlocks(tx, now, [from.id]),
  ])
  const { pendingCents, validatedCents, paidCents, openPayouts, invoices, kept, unsigned } = money
  const lacksDocuments = (blocks.get(from.id) ?? []).length > 0
  const facts = {
    from: presentPartner(from),
    to: presentPartner(to),
    people: members.map(presentMember),
    leads: { going: leads.going.length, staying: leads.staying },
    money: { pendingCents, validatedCents, paidCents, openPayouts, invoices },
    contracts: { kept, unsigned },
    obstacles: mergeObstaclesOf({ ...money, lacksDocuments }),
  }
  return { members, leads, preview: { ...facts, state: stateOf({ ...facts, going: leads.going }) } satisfies MergePreview }
}

/**
 * Whether what the database keeps about these partners is what their rows add up to. One statement, which sees one moment.
 */
export async function sumsAgree(tx: Tx, partnerIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ agree: boolean }>`
    select not exists (
      select from (
        select partner_id, revenue_cents, amount_cents from partner_revenue where partner_id = any (${partnerIds}::uuid[])
      ) kept full join (
        select partner_id, sum(revenue_cents) as revenue_cents, sum(amount_cents) as amount_cents from commissions
        where partner_id = any (${partnerIds}::uuid[]) and status in ('valide', 'paye') group by 1
      ) counted using (partner_id)
      where coalesce(kept.revenue_cents, 0) <> coalesce(counted.revenue_cents, 0)
        or coalesce(kept.amount_cents, 0) <> coalesce(counted.amount_cents, 0)
    ) and not exists (
      select from (
        select partner_id, status, count, amount_cents from lead_stats where partner_id = any (${partnerIds}::uuid[])
      ) kept full join (
        select partner_id, status, count(*) as count, sum(estimated_amount_cents) as amount_cents from leads
        where partner_id = any (${partnerIds}::uuid[]) and restricted_at is null group by 1, 2
      ) counted using (partner_id, status)
      where coalesce(kept.count, 0) <> coalesce(counted.count, 0)
        or coalesce(kept.amount_cents, 0) <> coalesce(counted.amount_cents, 0)
    ) as agree`.execute(tx)
  return rows[0]?.agree === true
}

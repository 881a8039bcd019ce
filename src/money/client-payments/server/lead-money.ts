import type { Selectable } from 'kysely'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { CommissionBasis } from '#money/commissions/domain.ts'
import type { CommissionRow } from '#money/commissions/server/commands.ts'
import type { RuleAccount } from '#money/rules/domain/account.ts'
import { readAccounts } from '#money/rules/server/account-queries.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { ClientPayments } from '#platform/server/db/schema.generated.ts'
import { m } from '../messages/messages.ts'

/** A row without its sort and search keys, which the database generates. */
export type ClientPaymentRow = Omit<Selectable<ClientPayments>, 'partner_key' | 'lead_key' | 'search_text'>

/** A lead as its client's payments see it. */
export interface LeadMoney {
  readonly id: string
  readonly company: string
  readonly partnerId: string
  readonly status: LeadStatus
  /** Set for this lead; null: as the programme says. */
  readonly ownBasis: CommissionBasis | null
  readonly basis: CommissionBasis
  readonly programmeBasis: CommissionBasis
  /** The commission that was created when the lead was signed, or what payments have left of it. */
  readonly deal: CommissionRow | null
  /** Commissions of payments. */
  readonly parts: readonly CommissionRow[]
  readonly payments: readonly ClientPaymentRow[]
  /** The account of each partner that it is signed for. */
  readonly accounts: readonly RuleAccount[]
  /** Whether its rule says what is due by the client's payments: those do not split one commission then. */
  readonly hasOwnBasis: boolean
  /** Null while nothing is expected: not signed, or its commission was validated as a whole. */
  readonly expectedCents: number | null
  /** Payments less refunds. */
  readonly receivedCents: number
  /** Since when the client has been signed; null before it. */
  readonly signedOn: string | null
  /** The provider's, in which the payments' days are. */
  readonly timeZone: string
}

/** The leads with these ids that the caller may see. */
export async function readLeadMoney(tx: Tx, leadIds: readonly string[]): Promise<Map<string, LeadMoney>> {
  if (leadIds.length === 0) return new Map()
  const [leads, commissions, payments, programme, signings] = await Promise.all([
    tx
      .selectFrom('leads as l')
      .leftJoin('lead_terms as t', 't.lead_id', 'l.id')
      .select(['l.id', shownClient.as('company'), 'l.partner_id', 'l.status', 't.commission_basis', 't.expected_cents'])
      .where('l.id', 'in', leadIds)
      .execute(),
    tx
      .selectFrom('commissions')
      .selectAll()
      .where('lead_id', 'in', leadIds)
      .where('kind', 'in', ['deal', 'payment', 'fixed'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    tx.selectFrom('client_payments').selectAll().where('lead_id', 'in', leadIds).orderBy('created_at').orderBy('id').execute(),
    tx.selectFrom('programme_settings').select(['commission_basis', 'time_zone']).executeTakeFirstOrThrow(),
    tx
      .selectFrom('lead_signings')
      .select(['lead_id', 'partner_id', 'rule_id', 'in_one_line', 'signed_on', 'client_since'])
      .where('lead_id', 'in', leadIds)
      .execute(),
  ])
  const accounts = await readAccounts(tx, signings)
  return new Map(
    leads.map((lead) => {
      const all = commissions.filter((each) => each.lead_id === lead.id)
      const deal = all.find(({ kind, reason }) => kind === 'deal' && reason === null) ?? null
      const signed = signings.find(({ lead_id }) => lead_id === lead.id)
      const hasOwnBasis = signings.some(({ lead_id, in_one_line }) => lead_id === lead.id && !in_one_line)
      const money: LeadMoney = {
        id: lead.id,
        company: lead.company,
        partnerId: lead.partner_id,
        status: lead.status,
        ownBasis: lead.commission_basis,
        basis: basisOf(lead, hasOwnBasis, programme.commission_basis),
        programmeBasis: programme.commission_basis,
        deal,
        parts: all.filter(({ kind, client_payment_id }) => kind === 'payment' || client_payment_id !== null),
        payments: payments.filter((each) => each.lead_id === lead.id),
        expectedCents: lead.expected_cents ?? (deal?.status === 'en_attente' ? deal.revenue_cents : null),
        receivedCents: 0,
        signedOn: signed ? (signed.client_since ?? signed.signed_on) : null,
        hasOwnBasis,
        timeZone: programme.time_zone,
        accounts: accounts.get(lead.id) ?? [],
      }
      return [lead.id, { ...money, receivedCents: netOf(money.payments) }]
    }),
  )
}

/** Under a rule of its own a lead's client is expected to pay where that says so. */
function basisOf(
  lead: { readonly commission_basis: CommissionBasis | null; readonly expected_cents: number | null },
  hasOwnBasis: boolean,
  programmeBasis: CommissionBasis,
): CommissionBasis {
  if (hasOwnBasis) return lead.expected_cents === null ? 'signature' : 'cash'
  return lead.commission_basis ?? programmeBasis
}

/** The same leads, on which payments can be tried. */
export function forked(moneyByLead: ReadonlyMap<string, LeadMoney>): Map<string, LeadMoney> {
  const copies = new Map<RuleAccount, RuleAccount>()
  const copyOf = (account: RuleAccount) => {
    const copy = copies.get(account) ?? account.fork()
    copies.set(account, copy)
    return copy
  }
  return new Map([...moneyByLead].map(([id, money]) => [id, { ...money, accounts: money.accounts.map(copyOf) }]))
}

/**
 * The same, locked: leads first, then their pending commissions, then their partners, each in a fixed order, so that no two
 * commands wait for each other. The lock of a lead lets lines that name it be written.
 */
export async function lockLeadMoney(tx: Tx, leadIds: readonly string[]): Promise<Map<string, LeadMoney>> {
  if (leadIds.length === 0) return new Map()
  const leads = await tx
    .selectFrom('leads')
    .select('partner_id')
    .where('id', 'in', leadIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await tx
    .selectFrom('commissions')
    .select('id')
    .where('lead_id', 'in', leadIds)
    .where('kind', 'in', ['deal', 'payment'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const partners = [...new Set(leads.map((lead) => lead.partner_id))]
  if (partners.length > 0) {
    const locked = tx
      .selectFrom('partners')
      .select('id')
      .where((where) =>
        where.or([
          where('id', 'in', partners),
          where('id', 'in', where.selectFrom('lead_signings').select('partner_id').where('lead_id', 'in', leadIds)),
        ]),
      )
    await locked.orderBy('id').forNoKeyUpdate().execute()
  }
  return readLeadMoney(tx, leadIds)
}

export async function lockOneLead(tx: Tx, id: string): Promise<LeadMoney> {
  const money = (await lockLeadMoney(tx, [id])).get(id)
  if (!money) throw new Refusal('not_found', m.noSuchLead())
  return money
}

export const netOf = (payments: readonly ClientPaymentRow[]): number =>
  payments.reduce((sum, { kind, net_cents }) => sum + (kind === 'payment' ? net_cents : -net_cents), 0)

/** Invoices are written 'F-2026-12' or 'f-2026-12', and are the same. */
export const sameReference = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

/** '5 000,00 € on 22/11/2026' */
export const amountOn = (netCents: number, day: string): string =>
  m.amountOn({ amount: formatEurosExact(netCents), day: dayText(day) })

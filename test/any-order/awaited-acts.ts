import { sql } from 'kysely'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { announcementRoutes } from '#communication/announcements/api.ts'
import { unreadRoutes } from '#communication/lead-news/api/unread.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { type VigilanceDocument, vigilanceRoutes } from '#money/vigilance/api.ts'
import type { Client } from '../test-app.ts'
import type { PortalWorld } from './portal-world.ts'

const query = { limit: 200 }
const nearDays = 30

/**
 * What a partner is waited for, as 'kind id', told by what each page lets them do: by the abilities in the answers of contracts,
 * payouts, disputes, documents, bank details, billing, leads, messages and announcements, and not by the first page.
 */
export async function awaitedActs(world: PortalWorld, client: Client): Promise<string[]> {
  const [session, contracts, announcements] = await Promise.all([
    client.call(authRoutes.currentSession, {}),
    client.call(contractRoutes.listContracts, { query }),
    client.call(announcementRoutes.ownAnnouncements, { query: { which: 'unread' } }),
  ])
  const acts = [
    ...contracts.items
      .filter((each) => each.can.sign && !each.declined && (each.contractType !== 'main' || each.newestMain))
      .map(({ id, contractType }) => `${contractType === 'main' ? 'contract' : contractType} ${id}`),
    ...announcements.items.map(({ id }) => `announcement ${id}`),
  ]
  if (!session.me?.contractSigned) return acts.toSorted()
  const parts = await Promise.all([ofMoney(client), ofBank(client), ofDocuments(world, client), ofLeads(world, client)])
  return [...acts, ...parts.flat()].toSorted()
}

async function ofMoney(client: Client): Promise<string[]> {
  const [payouts, disputes, billing, commissions] = await Promise.all([
    client.call(payoutRoutes.listPayouts, { query }),
    client.call(disputeRoutes.listDisputes, { query: { ...query, state: 'answered' } }),
    client.call(billingRoutes.getBilling, {}),
    client.call(commissionRoutes.listCommissions, { query }),
  ])
  const expects = commissions.items.some(({ status }) => status !== 'paye')
  return [
    ...payouts.items.filter(({ can }) => can.submitInvoice).map(({ id, invoice }) => `invoice_${invoice?.state} ${id}`),
    ...payouts.items.filter(({ can }) => can.accept).map(({ id }) => `statement ${id}`),
    ...disputes.items.filter(({ can }) => can.reply).map(({ id }) => `dispute ${id}`),
    ...(billing.profile === null && expects ? ['billing_missing null'] : []),
  ]
}

async function ofBank(client: Client): Promise<string[]> {
  const [{ paymentInfo }, payouts] = await Promise.all([
    client.call(paymentRoutes.getPaymentInfo, {}),
    client.call(payoutRoutes.listPayouts, { query: { ...query, state: 'rejected' } }),
  ])
  if (!paymentInfo) return ['bank_missing null']
  const { iban, ibanChecksOut, refusal, payee, ibanChangedAt } = paymentInfo
  if (iban === null) return ['bank_unreadable null']
  if (!ibanChecksOut) return ['bank_checksum null']
  if (refusal) return ['bank_refused null']
  const isReturned = payouts.items.some(({ rejectedAt }) => rejectedAt !== null && rejectedAt >= ibanChangedAt)
  const isOther = payee?.match === 'no_match' || (payee?.match === 'close_match' && payee.bankName !== null)
  return [...(isReturned ? ['bank_returned null'] : []), ...(isOther ? ['bank_name null'] : [])]
}

async function ofDocuments({ today, now }: PortalWorld, client: Client): Promise<string[]> {
  const { documents } = await client.call(vigilanceRoutes.ownDocuments, {})
  const soon = new Date(now.getTime() + nearDays * 86_400_000).toISOString().slice(0, 10)
  const state = (all: readonly VigilanceDocument[]): string | null => {
    if (all.some((each) => each.state === 'received')) return null
    const counting = all.filter((each) => each.state === 'verified')
    if (counting.length > 0) {
      if (all.some((each) => each.state === 'requested')) return 'requested'
      return counting.every(({ expiresOn }) => expiresOn !== null && expiresOn <= soon && expiresOn >= today) ? 'ending' : null
    }
    // What was sent unasked and refused is not waited for.
    const isAsked = all.some((each) => each.requestedAt !== null || each.state === 'expired')
    if (!isAsked) return null
    const [newest] = all
    return newest?.state === 'refused' ? 'refused' : all.some((each) => each.state === 'expired') ? 'expired' : 'requested'
  }
  const byKind = Map.groupBy(documents, ({ kind, label }) => `${kind} ${label.toLowerCase()}`)
  return [...byKind.values()].flatMap((all) => {
    const wanted = state(all)
    return wanted ? [`document_${wanted} ${all[0]?.kind}`] : []
  })
}

async function ofLeads(world: PortalWorld, client: Client): Promise<string[]> {
  const [leads, unread] = await Promise.all([
    client.call(leadRoutes.listLeads, { query }),
    client.call(unreadRoutes.unreadLeads, {}),
  ])
  const acts: string[] = unread.messages.map((id) => `message ${id}`)
  const near = world.now.getTime() + nearDays * 86_400_000
  for (const { id, status, registration } of leads.items) {
    const until = registration.protectedUntil ? Date.parse(registration.protectedUntil) : null
    const isNear = until !== null && until <= near && until > world.now.getTime()
    if (status === 'refuse' || !(isNear || registration.state === 'refused')) continue
    const { can, reason } = await client.call(registrationRoutes.getRegistration, { params: { id } })
    if (can.askExtension && isNear) acts.push(`protection ${id}`)
    if (can.appeal && reason === 'incomplet') acts.push(`registration ${id}`)
  }
  return acts
}

/** The sums behind tasks, added up from the rows: what is due and in no payout, and what is in payouts, by their state. */
export async function sumsBehind(world: PortalWorld, partnerId: string) {
  const [row] = await world.rows(sql<{ pool: number; issued: number; approved: number; rejected: number; unpaid: number }>`
    select (
        select coalesce(sum(amount_cents), 0)::bigint from commissions
        where partner_id = ${partnerId} and status = 'valide' and payout_id is null and held_reason is null and not disputed
      ) as pool, (
        select coalesce(sum(amount_cents), 0)::bigint from commissions where partner_id = ${partnerId} and status <> 'paye'
      ) as unpaid,
      coalesce(sum(net_cents) filter (where status = 'issued'), 0)::bigint as issued,
      coalesce(sum(net_cents) filter (where status = 'approved'), 0)::bigint as approved,
      coalesce(sum(net_cents) filter (where status = 'rejected'), 0)::bigint as rejected
    from payouts where partner_id = ${partnerId}`)
  if (!row) throw new Error('no sums')
  return { ...row, pool: Math.max(0, row.pool), balance: row.pool }
}

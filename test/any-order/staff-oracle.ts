import { sql } from 'kysely'
import { type Right, rightsOfRole } from '#access/domain/staff-rights.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { RegistrationState } from '#leads/leads/domain/registration-states.ts'
import { type ExtensionState, registrationAbilities } from '#leads/registrations/domain/registrations.ts'
import { accountingRoutes } from '#money/accounting/api/accounting.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { payoutFileRoutes } from '#money/payout-files/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { bankAnswerDays } from '#money/payouts/domain/payouts.ts'
import { type UploadedInvoiceStatus, uploadedInvoiceAbilities } from '#money/payouts/domain/uploaded-invoices.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import type { TaskKey } from '#overview/for-you/domain/task-kinds.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { noticeRoutes } from '#people-data/notices/api.ts'
import type { PortalWorld, StaffPerson } from './portal-world.ts'

type Counts = Partial<Record<TaskKey, number>>

const query = { limit: 200 } as const
const count = <T>(all: readonly T[], of: (each: T) => boolean) => all.filter(of).length

/** What somebody of staff may do about money, from the abilities that the lists tell of each record. */
async function moneyActs(world: PortalWorld, { client }: StaffPerson): Promise<Counts> {
  const { now } = world
  const [payouts, files, commissions, disputes, accounting, unanswered, withheld] = await Promise.all([
    client.call(payoutRoutes.listPayouts, { query }),
    client.call(payoutFileRoutes.listPayoutFiles, { query }),
    client.call(commissionRoutes.listCommissions, { query }),
    client.call(disputeRoutes.listDisputes, { query }),
    client.call(accountingRoutes.getAccounting, { query: {} }),
    world.rows(sql<{ lead_id: string }>`select lead_id from lead_registrations where state in ('submitted', 'appealed')`),
    world.rows(sql<{ partner_id: string }>`select s.partner_id from app.bank_details_states(${now}) s where not s.payable
      union select d.partner_id from app.lacking_documents((${now}::timestamptz at time zone 'Europe/Paris')::date) d
      where (select vigilance_hold from programme_settings)`),
  ])
  const unpayable = new Set(withheld.map(({ partner_id }) => partner_id))
  const toAnswer = new Set(unanswered.map(({ lead_id }) => lead_id))
  if (payouts.nextCursor || commissions.nextCursor) throw new Error('more records than one page has')
  // The whole days of the provider, of whom the tests' portal is in Paris.
  const isLate = (executeOn: string) => Date.parse(`${executeOn}T23:00:00Z`) + bankAnswerDays * 86_400_000 <= now.getTime()
  const dayOf = (at: string | Date) => new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Paris' })
  const today = dayOf(now)
  const contested = new Set(
    disputes.items.filter(({ state }) => state === 'open' || state === 'answered').map(({ commission }) => commission?.id),
  )
  return {
    payoutsReturned: count(payouts.items, ({ can }) => can.retry),
    payoutsToApprove: count(payouts.items, ({ can }) => can.approve),
    payoutsToSend: count(payouts.items, ({ can, state }) => can.pay && state === 'approved'),
    filesUnanswered: count(files.items, ({ can, executeOn }) => can.pay && isLate(executeOn)),
    commissionsToValidate: count(
      commissions.items,
      ({ can, id, lead }) => can.validate && !contested.has(id) && !(lead && toAnswer.has(lead.id)),
    ),
    commissionsToPay: count(
      commissions.items,
      ({ can, payableBy, partner }) => can.pay && payableBy !== null && dayOf(payableBy) <= today && !unpayable.has(partner.id),
    ),
    disputesOpen: count(disputes.items, ({ can, state }) => can.uphold && state === 'open'),
    // Who never closed a period is not reminded of it.
    monthsToClose: accounting.closings.length > 0 ? accounting.months.length : 0,
    reopeningsToAgree: count(accounting.closings, ({ can }) => can.reopen),
  }
}

/** The same of documents that partners have sent, and of invoices that a platform refused, from the rows themselves. */
async function documentActs(world: PortalWorld, { client: { userId } }: StaffPerson): Promise<Counts> {
  const [invoices, documents, issued] = await Promise.all([
    world.rows(sql<{ partner_id: string; status: UploadedInvoiceStatus }>`select partner_id, status from uploaded_invoices`),
    world.rows(sql<{ partner_id: string }>`select d.partner_id from vigilance_documents d
      join profiles p on p.user_id = d.partner_id left join user_roles r on r.user_id = d.partner_id
      where d.status = 'received' and p.deleted_at is null and r.role is distinct from 'admin'`),
    world.rows(sql<{
      id: string
      payout_id: string
      kind: string
      corrects_id: string | null
      archive_only: boolean
      handed: boolean
    }>`
      select i.id, i.payout_id, i.kind, i.corrects_id, i.archive_only,
        exists (select from invoice_handovers h where h.invoice_id = i.id and h.undone_at is null) as handed
      from invoices i`),
  ])
  const voidIds = new Set(issued.filter(({ archive_only }) => archive_only).map(({ corrects_id }) => corrects_id))
  const refused = new Set(issued.filter(({ id }) => voidIds.has(id)).map(({ payout_id }) => payout_id))
  return {
    invoicesToCheck: count(
      invoices,
      ({ status, partner_id }) =>
        uploadedInvoiceAbilities({ status, isApproved: false }, { isStaff: true, isOwn: partner_id === userId }).accept,
    ),
    partnersToCheck: new Set(documents.map(({ partner_id }) => partner_id)).size,
    invoicesRefused: count(
      issued,
      ({ id, kind, payout_id, archive_only, handed }) =>
        kind === 'invoice' && refused.has(payout_id) && !archive_only && !handed && !voidIds.has(id),
    ),
  }
}

interface RegistrationRow {
  readonly partner_id: string
  readonly state: RegistrationState
  readonly appealed_at: Date | null
  readonly protected_until: Date | null
  readonly extension_state: ExtensionState | null
  readonly status: string
}

async function leadActs(world: PortalWorld, { client }: StaffPerson): Promise<Counts> {
  const [registrations, duplicates] = await Promise.all([
    world.rows(sql<RegistrationRow>`select r.partner_id, r.state, r.appealed_at, r.protected_until, r.extension_state, l.status
      from lead_registrations r join leads l on l.id = r.lead_id`),
    client.call(leadRoutes.listLeads, { query: { ...query, duplicates: 'yes' } }),
  ])
  const abilities = registrations.map((row) =>
    registrationAbilities(
      {
        state: row.state,
        appealed: row.appealed_at !== null,
        isSigned: row.status === 'signe',
        hasRival: false,
        protectedUntil: row.protected_until,
        extension: row.extension_state,
      },
      { isStaff: true, isOwn: row.partner_id === client.userId },
    ),
  )
  return {
    registrationsToAnswer: count(abilities, ({ accept }) => accept),
    extensionsToAnswer: count(abilities, ({ answerExtension }) => answerExtension),
    possibleDuplicates: duplicates.items.length,
  }
}

async function partnerActs({ client }: StaffPerson, now: Date): Promise<Counts> {
  const [partners, contracts] = await Promise.all([
    client.call(partnerRoutes.listPartners, { query }),
    client.call(contractRoutes.listContracts, { query }),
  ])
  const hasExpired = (at: string | null) => at !== null && Date.parse(at) <= now.getTime()
  return {
    contractsToCountersign: count(contracts.items, ({ can }) => can.countersign),
    contractsDeclined: count(contracts.items, ({ can, declined }) => can.validate && declined !== null),
    partnersWithoutContract: count(partners.items, ({ can, state }) => can.assignContract && state === 'active'),
    invitationsExpired: count(partners.items, ({ can, ...each }) => can.resendInvitation && hasExpired(each.invitationExpiresAt)),
  }
}

/** Whom staff have to tell within a week, or are late to. */
async function noticeActs({ now }: PortalWorld, { client }: StaffPerson): Promise<Counts> {
  const { items } = await client.call(noticeRoutes.listNotices, { query: { limit: 200 } })
  return { peopleToTell: items.filter(({ dueAt }) => Date.parse(dueAt) <= now.getTime() + 7 * 86_400_000).length }
}

/**
 * How many acts of each kind wait that somebody may do. It reads the abilities that lists tell of their records, and rows by the
 * domain's rules; it shares no statement with the page that it judges.
 */
export async function waitingActs(world: PortalWorld, person: StaffPerson): Promise<Counts> {
  const rights: readonly Right[] = rightsOfRole[person.role]
  const has = (right: Right) => rights.includes(right)
  const [money, documents, leads, people, partners, failures] = await Promise.all([
    has('money') ? moneyActs(world, person) : {},
    has('money') ? documentActs(world, person) : {},
    has('leads') ? leadActs(world, person) : {},
    has('people') ? noticeActs(world, person) : {},
    partnerActs(person, world.now),
    person.client.call(failureRoutes.listFailures, { query: {} }),
  ])
  const all = { ...money, ...documents, ...leads, ...people, ...partners, undelivered: has('team') ? failures.items.length : 0 }
  return Object.fromEntries(Object.entries(all).filter(([, acts]) => acts > 0))
}

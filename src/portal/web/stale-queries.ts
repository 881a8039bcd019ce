import type { QueryFilters } from '@tanstack/react-query'
import type { LiveMessage } from '#platform/api/live.ts'
import type { Me } from '#platform/api/session.ts'
import type { EventName } from '#platform/domain/event-names.ts'
import { sameFor } from './same-for.ts'

/** Queries whose keys begin like this. */
const key = (...queryKey: Beginning): QueryFilters => ({ queryKey })

type Beginning = NonNullable<QueryFilters['queryKey']>

/** A lead that boards read by its id, or by the id of its commission. */
interface ChangedLead {
  readonly lead: string
}
type StaleData = QueryFilters | ChangedLead
type Stale<Name extends EventName> = (message: LiveMessage<Name>, isMine: boolean) => readonly StaleData[]

const overview = key('overview')
/** A partner's tasks, as the menu of every page counts them. Moves of leads change them too rarely to cost each a request. */
const tasks = key('to-do')
const money = [overview, tasks]
const team = key('team')
const people = [key('partners'), team, overview]
const failures = [key('failures'), ...people]
const me = key('me')
/** The people of a partner. */
const own = (query: QueryFilters) => (_: unknown, isMine: boolean) => (isMine ? [query] : [])

type Message = Pick<LiveMessage, 'subject'>

const card = (subject: { readonly id: string } | null): readonly ChangedLead[] => (subject ? [{ lead: subject.id }] : [])
/** Queries that compare a new contact with the existing leads. */
const leadLookups = [key('leads', 'known'), key('leads', 'duplicate')]
const lead = (id: string | undefined) => [key('leads', 'one', id), key('leads', 'timeline', id)]
/** A commission's message does not name its lead: the one that is open is refetched. */
const leadOfCommission = [key('leads', 'one'), key('leads', 'timeline')]

const billingOfPartners = [key('partner-billing'), key('partners', 'list'), key('partners', 'summary')]

/** Documents, the filters of partners by them, and the payouts that wait for them. */
const vigilance = () => [key('vigilance'), key('partners', 'list'), key('partners', 'summary'), key('payouts'), ...money]

/** A lead's registration, on its card too, and the others of its company. */
const registration = ({ subject }: Message) => [
  ...card(subject),
  ...lead(subject?.id),
  key('leads', 'duplicate'),
  key('registrations'),
  ...money,
]

const handedOver = (message: Message) => [
  ...registration(message),
  ...leadLookups,
  key('leads', 'comments', message.subject?.id),
  key('commissions', 'list'),
  key('commissions', 'summary'),
]

/** Whether there is a bar, and what both sides' lists show. A receipt concerns no bar but its partner's. */
const announced = ({ name }: { readonly name: EventName }, isMine: boolean) => [
  ...(isMine || name !== 'announcement.read' ? [me] : []),
  key('announcements'),
  ...money,
]

const webhooks = () => [key('webhooks')]

const commission = (id: string | undefined) => [
  key('commissions', 'list'),
  key('commissions', 'summary'),
  key('commissions', 'history', id),
  key('disputes'),
  ...leadOfCommission,
  overview,
]

/** Queries that show the revenue which counts for a tier. */
const tierRevenue = [key('standing'), key('partners', 'list'), key('partners', 'summary')]

/** Queries about the payments of a year: the declaration for staff, the certificates for the partner. */
const paidInYears = [key('year'), key('certificates')]

/** The leads that a client's payment can be for. */
const signedLeads = key('client-payments', 'leads')

/** Client payments of a lead, and the lists of them. */
const receipts = (leadId: string | undefined) => [
  key('client-payments', 'list'),
  key('client-payments', 'summary'),
  key('client-payments', 'lead', leadId),
  key('client-payments', 'preview'),
  signedLeads,
  ...lead(leadId),
]

/** The dispute, the commission's badge, and the thread and history of the lead that is open. */
const dispute = [
  tasks,
  key('disputes'),
  key('commissions', 'list'),
  key('commissions', 'summary'),
  key('leads', 'comments'),
  key('leads', 'timeline'),
  overview,
]

/** A payout's own answers, and the sums that it is part of. */
const payout = (id: string | undefined) => [
  key('payouts', 'one', id),
  key('payouts', 'list'),
  key('payouts', 'summary'),
  key('payouts', 'runs'),
  key('payout-files'),
  key('invoices'),
  ...money,
]
/** Commissions show their payout too, and the next run has what is left. */
const payoutAndCommissions = ({ subject }: Message) => [...payout(subject?.id), key('payouts', 'next'), key('commissions')]

/** What every page says of stages, the list that staff edit, and all that is sorted by them. */
const stages = [key('lead-settings'), key('stages'), key('leads'), key('overview')]

/** What every page says of fields, the list that staff edit, and the leads that have them. */
const fields = [key('lead-settings'), key('lead-fields'), key('leads')]

/** What every page says of offers, and the list that staff edit. */
const offers = [key('lead-settings'), key('offers')]

const tiers: readonly QueryFilters[] = [
  key('tiers'),
  key('standing'),
  key('resources'),
  key('partners'),
  { queryKey: ['settings'], exact: true },
]

const contractSteps = (id: string | undefined) => [key('contracts', 'list'), key('contracts', 'evidence', id)]
const contract = (id: string | undefined) => [...contractSteps(id), key('contracts', 'signing', id)]
/** Changes what the partner's contract unlocks, and what both sides' overviews say of it. */
const contractStatus = ({ subject }: Message, isMine: boolean) => [
  ...contract(subject?.id),
  ...(isMine ? [me] : []),
  key('partners', 'list'),
  key('partners', 'summary'),
  ...money,
]

/** Lists name their partner by its main person. */
const names = (_: unknown, isMine: boolean) => [
  ...(isMine ? [me] : []),
  ...people,
  key('leads'),
  key('commissions'),
  key('contracts'),
]

/**
 * What an event makes stale, by its name: active queries are refetched, the others when they are shown next. `isMine`
 * tells whether the event's person or partner is the one who is signed in. An event without an entry does not compile.
 */
const staleAfter: { readonly [Name in EventName]: Stale<Name> } = {
  'administrator.created': () => people,
  'person.invited': () => people,
  'invitation.resent': () => people,
  'invitation.held': () => people,
  'invitation.reminded': () => [key('partners', 'list')],
  'invitation.withdrawn': () => people,
  'invitation.accepted': () => people,
  'profile.changed': names,
  'profile.external_id_changed': () => [key('partners', 'list')],
  'profile.email_changed': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'email_change.requested': () => [],
  'email_change.withdrawn': () => [],
  'setup.changed': () => [key('setup-checklist')],
  ...sameFor('maintenance', () => []),
  'role.changed': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'team.role_changed': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'team.person_left': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'team.colleagues_allowed': () => [me, ...people],
  'team.main_person_changed': names,
  'team.person_moved': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'appointment.made': () => [],
  'appointment.objected': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'appointment.answered': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'team.person_moved_away': (_, isMine) => [...(isMine ? [me] : []), ...people],
  ...sameFor('partner', () => [...people, key('leads'), key('commissions'), key('contracts')]),
  'partner.deleted': () => [...people, key('leads'), key('commissions'), key('contracts')],
  'introduction_link.made': () => [],
  'introduction_link.changed': () => [],
  ...sameFor('partner_note', () => []),
  'partner.view_started': () => people,
  'partner.view_ended': () => people,
  ...sameFor('session', own(key('sessions'))),
  'sign_in.refused': () => [],
  'sign_in_link.requested': () => [],
  'sign_in.unlocked': () => [],
  'sessions.ended': own(key('sessions')),
  'password.changed': own(key('sessions')),
  'password.reset_requested': () => [],
  'two_factor.enabled': own(me),
  'two_factor.disabled': own(me),
  'two_factor.reset': (_, isMine) => [...(isMine ? [me] : []), ...people],
  'recovery_codes.renewed': () => [],
  'provider_account.linked': () => [],
  ...sameFor('passkey', (_: unknown, isMine: boolean) => (isMine ? [me, key('passkeys')] : [])),
  'lead.created': ({ subject }) => [...card(subject), ...leadLookups, overview],
  'lead.changed': ({ subject }) => [...card(subject), ...leadLookups, ...lead(subject?.id), key('commissions', 'list'), overview],
  'lead.moved': ({ subject }) => [...card(subject), ...lead(subject?.id), signedLeads, overview],
  // Recorded together with the move that signed it.
  'lead.signed': ({ subject }) => [...lead(subject?.id), signedLeads],
  'lead.deleted': ({ subject }) => [...card(subject), ...leadLookups, ...lead(subject?.id), overview],
  // Each lead has its own events.
  'leads.imported': () => [],
  'lead.duplicate_cleared': ({ subject }) => [...card(subject), ...lead(subject?.id), overview],
  'lead.external_id_changed': ({ subject }) => lead(subject?.id),
  'lead.commented': ({ subject }) => [key('leads', 'comments', subject?.id)],
  'lead.file_added': ({ subject }) => lead(subject?.id),
  'lead.file_removed': ({ subject }) => lead(subject?.id),
  'lead.loss_explained': ({ subject }) => [...card(subject), ...lead(subject?.id)],
  'lead.introduced': registration,
  'lead.client_asked': registration,
  'lead.client_answered': registration,
  'lead.receipt_made': () => [],
  'lead.client_left': ({ subject }) => receipts(subject?.id),
  'lead.earnings_ended': ({ subject }) => [...receipts(subject?.id), key('partners')],
  'lead.basis_changed': ({ subject }) => [...receipts(subject?.id), key('commissions', 'list')],
  'lead.remainder_closed': ({ subject }) => receipts(subject?.id),
  'lead.handed_over': handedOver,
  'lead.handed_away': handedOver,
  'lead.passed': ({ subject }) => [...card(subject), ...lead(subject?.id)],
  'lead.shared': registration,
  'lead.share_ended': registration,
  ...sameFor('registration', registration),
  // The lead can no longer leave Signé.
  'client_payment.recorded': ({ subject }) => [...card(subject), ...receipts(subject?.id), key('client-invoices', subject?.id)],
  'client_payment.refunded': ({ subject }) => [...receipts(subject?.id), key('client-invoices', subject?.id)],
  ...sameFor('client_invoice', ({ subject }: Message) => [key('client-invoices', subject?.id)]),
  'commission.created': ({ subject }) => commission(subject?.id),
  'commission.corrected': ({ subject }) => commission(subject?.id),
  // Its revenue counts for the tier, and its lead can no longer leave Signé.
  'commission.validated': ({ subject }) => [...commission(subject?.id), ...card(subject), ...tierRevenue, tasks],
  'commission.reversed': ({ subject }) => [...commission(subject?.id), ...tierRevenue],
  'commission.paid': ({ subject }) => [...commission(subject?.id), ...paidInYears],
  'payout_run.issued': () => [key('payouts'), key('commissions'), ...money],
  'payout_run.documents_issued': () => [key('invoices')],
  'payout.issued': payoutAndCommissions,
  'payout.statement_made': ({ subject }) => payout(subject?.id),
  'payout.accepted': ({ subject }) => payout(subject?.id),
  'payout.approved': ({ subject }) => payout(subject?.id),
  'payout.cancelled': payoutAndCommissions,
  'payout.paid': (message) => [...payoutAndCommissions(message), ...paidInYears],
  'payout.rejected': (message, isMine) => [
    ...payoutAndCommissions(message),
    ...paidInYears,
    key('bank-details'),
    ...own(key('payment-info'))(message, isMine),
  ],
  'payout.retried': ({ subject }) => payout(subject?.id),
  'payout.invoice_submitted': ({ subject }) => payout(subject?.id),
  'payout.invoice_accepted': ({ subject }) => payout(subject?.id),
  'payout.invoice_refused': ({ subject }) => payout(subject?.id),
  'payout.invoice_reopened': ({ subject }) => payout(subject?.id),
  // Payouts and client payments have their own events; what banks say of accounts has none.
  'bank_answer.applied': () => [key('bank-answers'), key('payouts'), key('payout-files'), key('bank-details'), ...people, tasks],
  'payout.sent': ({ subject }) => payout(subject?.id),
  'payout.recalled': ({ subject }) => payout(subject?.id),
  'payout_file.made': () => [key('payout-files'), overview],
  'payout_file.downloaded': () => [],
  'payout_file.withdrawn': () => [key('payout-files'), overview],
  'payout.document_status': () => [key('invoices'), overview],
  'invoice.made': () => [key('invoices')],
  'invoice.handed_over': () => [key('invoices'), overview],
  'invoice.handover_undone': () => [key('invoices'), overview],
  'commission.removed': ({ subject }) => commission(subject?.id),
  'commission.held': ({ subject }) => commission(subject?.id),
  'commission.released': ({ subject }) => commission(subject?.id),
  'commission.earned': ({ subject }) => [...commission(subject?.id), ...tierRevenue],
  'commission.remainder_changed': ({ subject }) => commission(subject?.id),
  ...sameFor('dispute', () => dispute),
  'commission_rule.published': () => [key('commission-rules')],
  'commission_rule.withdrawn': () => [key('commission-rules')],
  'tiers.changed': () => tiers,
  'programme.imported': () => [...offers, ...stages, ...fields, ...tiers, key('templates'), key('programme-file')],
  ...sameFor('field', () => fields),
  'fields.reordered': () => fields,
  ...sameFor('offer', () => offers),
  ...sameFor('stage', () => stages),
  'stages.reordered': () => stages,
  'offers.reordered': () => offers,
  'contract.assigned': contractStatus,
  'contract.reminded': () => [key('contracts', 'list')],
  'contract.opened': ({ subject }) => contractSteps(subject?.id),
  'contract.document_opened': ({ subject }) => contractSteps(subject?.id),
  'contract.document_downloaded': ({ subject }) => contractSteps(subject?.id),
  'contract.link_opened': ({ subject }) => contractSteps(subject?.id),
  'contract.code_sent': ({ subject }) => contract(subject?.id),
  'contract.code_refused': ({ subject }) => contract(subject?.id),
  'contract.declined': contractStatus,
  'contract.signed': contractStatus,
  'countersignature.code_sent': () => [],
  'contract.countersign_code_sent': ({ subject }) => contractSteps(subject?.id),
  'contract.countersign_code_refused': ({ subject }) => contractSteps(subject?.id),
  'contract.countersigned': ({ subject }) => [...contract(subject?.id), overview],
  'contract.validated': contractStatus,
  'contract.scan_attached': ({ subject }) => contractSteps(subject?.id),
  'contract.revoked': contractStatus,
  'contract.deleted': contractStatus,
  ...sameFor('template', () => [key('templates')]),
  'automatic_amendment.changed': () => [key('templates')],
  ...sameFor('resource', () => [key('resources')]),
  'payment_info.saved': (_, isMine) => [...(isMine ? [key('payment-info'), tasks] : []), ...people, key('bank-details')],
  'payment_info.iban_revealed': ({ subject }, isMine) => [
    ...(isMine ? [key('payment-info')] : []),
    key('bank-details', subject?.id),
  ],
  'payment_info.name_differs': (_, isMine) => (isMine ? [key('payment-info'), ...money] : []),
  ...sameFor('billing', (_: unknown, isMine: boolean) => [...(isMine ? [key('billing'), ...money] : []), ...billingOfPartners]),
  ...sameFor('vigilance', vigilance),
  'vigilance.reminded': () => [],
  'notifications.changed': own(key('notifications')),
  'news.digested': () => [],
  ...sameFor('announcement', announced),
  'news_settings.changed': () => [key('news-settings')],
  'das2.exported': () => [key('year')],
  'das2.data_requested': () => [key('year')],
  ...sameFor('accounting', () => [key('accounting'), key('year'), overview]),
  'supplier_code.changed': () => [key('supplier-codes')],
  'year_settings.changed': () => [key('year'), key('year-settings')],
  'programme.changed': () => [key('programme'), key('payouts'), ...money],
  'identity_provider.changed': () => [key('identity-provider'), { queryKey: ['settings'], exact: true }],
  // How many colleagues there may be is a setting, which says whether there is a team.
  'settings.changed': () => [{ queryKey: ['settings'], exact: true }, me, team],
  // What is shown is formatted anew; what depends on days and months is read anew.
  'time_zone.changed': () => [{ queryKey: ['settings'], exact: true }, key('programme'), overview, key('payouts')],
  ...sameFor('api_key', () => [key('api-keys')]),
  ...sameFor('webhook', webhooks),
  'mail.failed': () => failures,
  'job.failed': () => failures,
  ...sameFor('failure', () => failures),
}

/** The page of a partner shows a bit of everything that is theirs. */
function partnerPage({ partnerId, subject }: Pick<LiveMessage, 'partnerId' | 'subject'>): readonly QueryFilters[] {
  const id = partnerId ?? (subject?.kind === 'person' ? subject.id : null)
  return id ? [key('partners', 'one', id)] : []
}

/** Who is signed in. */
type Reader = Pick<Me, 'id' | 'partner'>

/** What a message makes stale for the person who is signed in; nothing for an event of a newer server. */
export function staleQueries<Name extends EventName>(message: LiveMessage<Name>, reader: Reader | null): readonly StaleData[] {
  const isOfPartner = reader?.partner != null && message.partnerId === reader.partner.id
  const isMine = isOfPartner || (reader !== null && message.subject?.id === reader.id)
  return [...(staleAfter[message.name]?.(message, isMine) ?? []), ...partnerPage(message)]
}

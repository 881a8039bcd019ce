import type { QueryFilters } from '@tanstack/react-query'
import type { Me } from '#access/api/session.ts'
import type { StartedPage } from '#access/domain/pages-in-use.ts'
import type { EventName } from '#portal/api/events.ts'
import type { LiveMessage } from '#portal/api/live.ts'

/** Queries whose keys begin like this. */
const key = (...queryKey: Beginning): QueryFilters => ({ queryKey })

type Beginning = NonNullable<QueryFilters['queryKey']>

/** A lead that boards read by its id, or by the id of its commission. */
interface ChangedLead {
  readonly lead: string
}
type StaleData = QueryFilters | ChangedLead
type Stale = (message: LiveMessage, isMine: boolean) => readonly StaleData[]

/** The first part of an event's name, and what follows it. */
type Topic<Name> = Name extends `${infer First}.${string}` ? First : never
type Rest<First extends string, Name> = Name extends `${First}.${infer Last}` ? Last : never
/** By topic, the same for all its events or what each of them makes stale. */
type StaleAfter = { readonly [T in Topic<EventName>]: Stale | { readonly [R in Rest<T, EventName>]: Stale } }

const overview = key('overview')
/** A partner's tasks, as the menu of every page counts them. Moves of leads change them too rarely to cost each a request. */
const tasks = key('to-do')
const money = [overview, tasks]
const team = key('team')
const people = [key('partners'), team, overview]
const failures = [key('failures'), ...people]
const me = key('me')
/** What a new portal still has to be set up with: its ticks follow what is done elsewhere. */
const setUp = key('setup-checklist')
/** Whom others see, and what they may themselves. */
const person = (_: unknown, isMine: boolean) => [...(isMine ? [me] : []), ...people]
/** The people of a partner. */
const own = (query: QueryFilters) => (_: unknown, isMine: boolean) => (isMine ? [query] : [])

type Message = Pick<LiveMessage, 'subject'>

const card = (subject: { readonly id: string } | null): readonly ChangedLead[] => (subject ? [{ lead: subject.id }] : [])
/** Queries that compare a new contact with the existing leads. */
const leadLookups = [key('leads', 'known'), key('leads', 'duplicate'), key('leads', 'pairs')]
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
const announced = ({ name }: Pick<LiveMessage, 'name'>, isMine: boolean) => [
  ...(isMine || name !== 'announcement.read' ? [me] : []),
  key('announcements'),
  ...money,
]

const commission = ({ subject }: Message) => [
  key('commissions', 'list'),
  key('commissions', 'summary'),
  key('commissions', 'history', subject?.id),
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
const payout = ({ subject }: Message) => [
  key('payouts', 'one', subject?.id),
  key('payouts', 'list'),
  key('payouts', 'summary'),
  key('payouts', 'runs'),
  key('payout-files'),
  key('invoices'),
  ...money,
]
/** Commissions show their payout too, and the next run has what is left. */
const payoutAndCommissions = (message: Message) => [...payout(message), key('payouts', 'next'), key('commissions')]

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

const contractSteps = ({ subject }: Message) => [key('contracts', 'list'), key('contracts', 'evidence', subject?.id)]
const contract = (message: Message) => [...contractSteps(message), key('contracts', 'signing', message.subject?.id)]
/** Changes what the partner's contract unlocks, and what both sides' overviews say of it. */
const contractStatus = (message: Message, isMine: boolean) => [
  ...contract(message),
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

const wholePartner = () => [...people, key('leads'), key('commissions'), key('contracts')]

/**
 * What an event makes stale, by its name: active queries are refetched, the others when they are shown next. `isMine`
 * tells whether the event's person or partner is the one who is signed in. An event without an entry, its own or its
 * topic's, does not compile.
 */
const staleAfter: StaleAfter = {
  administrator: { created: () => people },
  person: { invited: () => [...people, setUp] },
  invitation: {
    resent: () => people,
    held: () => people,
    reminded: () => [key('partners', 'list')],
    link_read: () => [],
    withdrawn: () => people,
    accepted: () => people,
  },
  profile: { changed: names, external_id_changed: () => [key('partners', 'list')], email_changed: person },
  email_change: { requested: () => [], withdrawn: () => [] },
  setup: { changed: () => [setUp] },
  maintenance: () => [],
  role: { changed: person },
  team: {
    role_changed: person,
    person_left: person,
    colleagues_allowed: () => [me, ...people],
    main_person_changed: names,
    person_moved: person,
    person_moved_away: person,
  },
  appointment: { made: () => [], objected: person, answered: person },
  partner: {
    merged: wholePartner,
    absorbed: wholePartner,
    split: wholePartner,
    deleted: wholePartner,
    view_started: () => people,
    view_ended: () => people,
  },
  contact: { refused: () => [overview] },
  people_request: () => [key('people-requests'), overview],
  client_list: () => [key('people-requests'), overview],
  own_data: () => [],
  introduction_link: { made: () => [], changed: () => [] },
  partner_note: () => [],
  session: own(key('sessions')),
  sign_in: { refused: () => [], unlocked: () => [] },
  sign_in_link: { requested: () => [] },
  sessions: { ended: own(key('sessions')) },
  password: { changed: own(key('sessions')), reset_requested: () => [] },
  two_factor: { enabled: own(me), disabled: own(me), reset: person },
  recovery_codes: { renewed: () => [] },
  provider_account: { linked: () => [] },
  passkey: (_, isMine) => (isMine ? [me, key('passkeys')] : []),
  lead: {
    created: ({ subject }) => [...card(subject), ...leadLookups, overview],
    changed: ({ subject }) => [...card(subject), ...leadLookups, ...lead(subject?.id), key('commissions', 'list'), overview],
    moved: ({ subject }) => [...card(subject), ...lead(subject?.id), signedLeads, overview],
    // Recorded together with the move that signed it.
    signed: ({ subject }) => [...lead(subject?.id), signedLeads],
    deleted: ({ subject }) => [...card(subject), ...leadLookups, ...lead(subject?.id), overview],
    duplicate_cleared: ({ subject }) => [...card(subject), ...lead(subject?.id), key('leads', 'pairs'), overview],
    external_id_changed: ({ subject }) => lead(subject?.id),
    commented: ({ subject }) => [key('leads', 'comments', subject?.id)],
    file_added: ({ subject }) => lead(subject?.id),
    file_removed: ({ subject }) => lead(subject?.id),
    loss_explained: ({ subject }) => [...card(subject), ...lead(subject?.id)],
    introduced: registration,
    client_asked: registration,
    client_answered: registration,
    receipt_made: () => [],
    client_left: ({ subject }) => receipts(subject?.id),
    earnings_ended: ({ subject }) => [...receipts(subject?.id), key('partners')],
    basis_changed: ({ subject }) => [...receipts(subject?.id), key('commissions', 'list')],
    remainder_closed: ({ subject }) => receipts(subject?.id),
    handed_over: handedOver,
    handed_away: handedOver,
    passed: ({ subject }) => [...card(subject), ...lead(subject?.id), overview],
    shared: registration,
    share_ended: registration,
  },
  // Each lead has its own events.
  leads: { imported: () => [] },
  registration,
  client_payment: {
    // The lead can no longer leave Signé.
    recorded: ({ subject }) => [...card(subject), ...receipts(subject?.id), key('client-invoices', subject?.id)],
    refunded: ({ subject }) => [...receipts(subject?.id), key('client-invoices', subject?.id)],
  },
  client_invoice: ({ subject }) => [key('client-invoices', subject?.id)],
  commission: {
    created: commission,
    corrected: commission,
    // Its revenue counts for the tier, and its lead can no longer leave Signé.
    validated: (message) => [...commission(message), ...card(message.subject), ...tierRevenue, tasks],
    reversed: (message) => [...commission(message), ...tierRevenue],
    paid: (message) => [...commission(message), ...paidInYears],
    removed: commission,
    held: commission,
    released: commission,
    earned: (message) => [...commission(message), ...tierRevenue],
    remainder_changed: commission,
  },
  payout_run: { issued: () => [key('payouts'), key('commissions'), ...money], documents_issued: () => [key('invoices')] },
  payout: {
    issued: payoutAndCommissions,
    statement_made: payout,
    accepted: payout,
    approved: payout,
    cancelled: payoutAndCommissions,
    paid: (message) => [...payoutAndCommissions(message), ...paidInYears],
    rejected: (message, isMine) => [
      ...payoutAndCommissions(message),
      ...paidInYears,
      key('bank-details'),
      ...own(key('payment-info'))(message, isMine),
    ],
    retried: payout,
    invoice_submitted: payout,
    invoice_accepted: payout,
    invoice_refused: payout,
    invoice_reopened: payout,
    sent: payout,
    recalled: payout,
    document_status: () => [key('invoices'), overview],
  },
  // Payouts and client payments have their own events; what banks say of accounts has none.
  bank_answer: {
    applied: () => [key('bank-answers'), key('payouts'), key('payout-files'), key('bank-details'), ...people, tasks],
  },
  payout_file: {
    made: () => [key('payout-files'), overview],
    downloaded: () => [],
    withdrawn: () => [key('payout-files'), overview],
  },
  invoice: {
    made: () => [key('invoices')],
    handed_over: () => [key('invoices'), overview],
    handover_undone: () => [key('invoices'), overview],
  },
  dispute: () => dispute,
  commission_rule: {
    published: () => [key('commission-rules'), key('templates')],
    withdrawn: () => [key('commission-rules'), key('templates')],
  },
  tiers: { changed: () => tiers },
  terms: { changed: (_, isMine) => (isMine ? [key('terms'), key('standing'), overview] : []) },
  programme: {
    imported: () => [...offers, ...stages, ...fields, ...tiers, key('templates'), key('programme-file'), setUp],
    changed: () => [key('programme'), key('payouts'), ...money],
  },
  field: () => fields,
  fields: { reordered: () => fields },
  offer: () => offers,
  stage: () => stages,
  stages: { reordered: () => stages },
  offers: { reordered: () => offers },
  contract: {
    assigned: (message, isMine) => [...contractStatus(message, isMine), setUp],
    reminded: () => [key('contracts', 'list')],
    opened: contractSteps,
    document_opened: contractSteps,
    document_downloaded: contractSteps,
    link_opened: contractSteps,
    code_sent: contract,
    code_refused: contract,
    declined: contractStatus,
    signed: contractStatus,
    countersign_code_sent: contractSteps,
    countersign_code_refused: contractSteps,
    countersigned: (message) => [...contract(message), overview],
    validated: contractStatus,
    scan_attached: contractSteps,
    revoked: contractStatus,
    deleted: contractStatus,
  },
  countersignature: { code_sent: () => [] },
  template: () => [key('templates'), setUp],
  automatic_amendment: { changed: () => [key('templates')] },
  resource: () => [key('resources')],
  payment_info: {
    saved: (_, isMine) => [...(isMine ? [key('payment-info'), tasks] : []), ...people, key('bank-details')],
    iban_revealed: ({ subject }, isMine) => [...(isMine ? [key('payment-info')] : []), key('bank-details', subject?.id)],
    name_differs: (_, isMine) => (isMine ? [key('payment-info'), ...money] : []),
  },
  billing: (_, isMine) => [...(isMine ? [key('billing'), ...money] : []), ...billingOfPartners],
  vigilance: {
    requested: vigilance,
    received: vigilance,
    verified: vigilance,
    refused: vigilance,
    withdrawn: vigilance,
    reminded: () => [],
  },
  notifications: { changed: own(key('notifications')) },
  news: { digested: () => [] },
  announcement: announced,
  news_settings: { changed: () => [key('news-settings')] },
  das2: { exported: () => [key('year')], data_requested: () => [key('year')] },
  accounting: () => [key('accounting'), key('year'), overview],
  supplier_code: { changed: () => [key('supplier-codes')] },
  year_settings: { changed: () => [key('year'), key('year-settings')] },
  identity_provider: { changed: () => [key('identity-provider'), { queryKey: ['settings'], exact: true }] },
  // How many colleagues there may be is a setting, which says whether there is a team.
  settings: { changed: () => [{ queryKey: ['settings'], exact: true }, me, team, setUp] },
  // What is shown is formatted anew; what depends on days and months is read anew.
  time_zone: { changed: () => [{ queryKey: ['settings'], exact: true }, key('programme'), overview, key('payouts')] },
  period: { chosen: () => [key('people-data')] },
  periods: { confirmed: () => [key('people-data')], followed: () => [key('people-data')] },
  api_key: () => [key('api-keys')],
  webhook: () => [key('webhooks')],
  mail: { failed: () => failures },
  job: { failed: () => failures },
  failure: () => failures,
}

const byTopic: Readonly<Record<string, Stale | Readonly<Record<string, Stale>>>> = staleAfter

/** The page of a partner shows a bit of everything that is theirs. */
function partnerPage({ partnerId, subject }: Pick<LiveMessage, 'partnerId' | 'subject'>): readonly QueryFilters[] {
  const id = partnerId ?? (subject?.kind === 'person' ? subject.id : null)
  return id ? [key('partners', 'one', id)] : []
}

/** What begins with the first record of a topic, for either side: tabs and the reading of bank answers. */
const begins: Readonly<Record<'staff' | 'partner', Partial<Record<Topic<EventName>, readonly StartedPage[]>>>> = {
  staff: {
    invitation: ['announcements'],
    partner: ['announcements'],
    registration: ['registrations'],
    lead: ['registrations', 'clientPayments'],
    client_invoice: ['bankAnswers'],
    client_payment: ['clientPayments', 'bankAnswers', 'adminPayouts'],
    commission: ['adminPayouts', 'year'],
    payout_run: ['adminPayouts'],
    payout: ['adminPayouts', 'year', 'adminInvoices'],
    payout_file: ['bankAnswers'],
    bank_answer: ['bankAnswers', 'clientPayments'],
    invoice: ['adminInvoices'],
    dispute: ['adminDisputes'],
    programme: ['clientPayments', 'adminInvoices'],
  },
  partner: {
    commission: ['billing'],
    billing: ['billing'],
    payout: ['payouts', 'invoices'],
    invoice: ['invoices'],
    dispute: ['disputes'],
    vigilance: ['documents'],
  },
}

/** The session says what is in use: it is read again as long as something of the topic is not. */
function session(topic: string, { partner, inUse }: Reader): readonly QueryFilters[] {
  const pages: Readonly<Record<string, readonly StartedPage[]>> = begins[partner ? 'partner' : 'staff']
  return pages[topic]?.some((page) => !inUse.includes(page)) ? [me] : []
}

/** Who is signed in. */
type Reader = Pick<Me, 'id' | 'partner' | 'inUse'>

/** What a message makes stale for the person who is signed in; nothing for an event of a newer server. */
export function staleQueries(message: LiveMessage, reader: Reader | null): readonly StaleData[] {
  const isOfPartner = reader?.partner != null && message.partnerId === reader.partner.id
  const isMine = isOfPartner || (reader !== null && message.subject?.id === reader.id)
  const [topic = '', rest = ''] = message.name.split('.')
  const ofTopic = byTopic[topic]
  const stale = typeof ofTopic === 'function' ? ofTopic : ofTopic?.[rest]
  return [
    ...(stale?.(message, isMine) ?? []),
    ...partnerPage(message),
    ...(reader && (isMine || !reader.partner) ? session(topic, reader) : []),
  ]
}

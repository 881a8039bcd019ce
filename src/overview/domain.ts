/** What the inbox counts: tasks of the staff, and what waits for somebody else. Nothing is in two of them. */
export const inboxKeys = [
  'partnersWithoutContract',
  'contractsToCountersign',
  'contractsDeclined',
  'commissionsToValidate',
  'commissionsToPay',
  'disputesOpen',
  'invoicesToCheck',
  'partnersToCheck',
  'registrationsToAnswer',
  'extensionsToAnswer',
  'possibleDuplicates',
  'undelivered',
  'invitationsExpired',
  'contractsAwaitingPartner',
  'commissionsAwaitingClient',
  'commissionsHeld',
  'invitationsOpen',
] as const
export type InboxKey = (typeof inboxKeys)[number]

/** The page of a list, without /dashboard, or a drawer that opens over any page. */
type InboxPage =
  | 'partners'
  | 'admin-contracts'
  | 'admin-commissions'
  | 'admin-commissions/disputes'
  | 'admin-commissions/payouts'
  | 'admin-leads'
  | 'admin-leads/registrations'
  | ''

export interface InboxEntry {
  readonly one: string
  readonly many: string
  readonly page: InboxPage
  /** What the list is filtered by: it then has exactly the rows that were counted. */
  readonly filter: Readonly<Record<string, string>>
  /** It is somebody else's turn; the entry says since when. */
  readonly waits?: true
}

/** Each entry with the address of its rows. A new one needs its count in the server's `staffTasks`. */
export const inboxEntries: Readonly<Record<InboxKey, InboxEntry>> = {
  partnersWithoutContract: {
    one: 'partner without a contract',
    many: 'partners without a contract',
    page: 'partners',
    filter: { state: 'active', contract: 'none' },
  },
  contractsToCountersign: {
    one: 'contract to countersign',
    many: 'contracts to countersign',
    page: 'admin-contracts',
    filter: { stage: 'signed' },
  },
  contractsDeclined: {
    one: 'contract declined',
    many: 'contracts declined',
    page: 'admin-contracts',
    filter: { waits: 'provider' },
  },
  commissionsToValidate: {
    one: 'commission to validate',
    many: 'commissions to validate',
    page: 'admin-commissions',
    filter: { waits: 'validation' },
  },
  commissionsToPay: {
    one: 'commission to pay',
    many: 'commissions to pay',
    page: 'admin-commissions',
    filter: { waits: 'payment', sort: 'due' },
  },
  disputesOpen: {
    one: 'dispute to answer',
    many: 'disputes to answer',
    page: 'admin-commissions/disputes',
    filter: { state: 'open' },
  },
  invoicesToCheck: {
    one: 'invoice to check',
    many: 'invoices to check',
    page: 'admin-commissions/payouts',
    filter: { invoice: 'submitted' },
  },
  partnersToCheck: {
    one: 'partner with documents to check',
    many: 'partners with documents to check',
    page: 'partners',
    filter: { documents: 'to_check' },
  },
  registrationsToAnswer: {
    one: 'lead to accept or refuse',
    many: 'leads to accept or refuse',
    page: 'admin-leads/registrations',
    filter: { queue: 'waiting' },
  },
  extensionsToAnswer: {
    one: 'extension of a protection to answer',
    many: 'extensions of protections to answer',
    page: 'admin-leads/registrations',
    filter: { queue: 'extensions' },
  },
  possibleDuplicates: {
    one: 'possible duplicate',
    many: 'possible duplicates',
    page: 'admin-leads',
    filter: { duplicates: 'yes' },
  },
  undelivered: { one: 'failed mail or task', many: 'failed mails and tasks', page: '', filter: { account: 'undelivered' } },
  invitationsExpired: {
    one: 'invitation expired',
    many: 'invitations expired',
    page: 'partners',
    filter: { invitation: 'expired' },
  },
  contractsAwaitingPartner: {
    one: 'contract waits for the partner’s signature',
    many: 'contracts wait for the partners’ signature',
    page: 'admin-contracts',
    filter: { waits: 'partner' },
    waits: true,
  },
  commissionsAwaitingClient: {
    one: 'commission waits for the client’s payment',
    many: 'commissions wait for the clients’ payments',
    page: 'admin-commissions',
    filter: { waits: 'client' },
    waits: true,
  },
  commissionsHeld: {
    one: 'commission held',
    many: 'commissions held',
    page: 'admin-commissions',
    filter: { waits: 'held' },
    waits: true,
  },
  invitationsOpen: {
    one: 'invitation not accepted yet',
    many: 'invitations not accepted yet',
    page: 'partners',
    filter: { invitation: 'open' },
    waits: true,
  },
}

/** '/dashboard/partners?state=active&contract=none' */
export function inboxAddress({ page, filter }: InboxEntry): string {
  const query = Object.entries(filter).map(([name, value]) => `${name}=${value}`)
  return `/dashboard${page ? `/${page}` : ''}?${query.join('&')}`
}

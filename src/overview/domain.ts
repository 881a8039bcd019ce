import { pagePaths } from '#platform/domain/page-paths.ts'

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

/** The page of a list, or home for a drawer that opens over any page. */
type InboxPage = (typeof pagePaths)[
  | 'home'
  | 'partners'
  | 'adminContracts'
  | 'adminCommissions'
  | 'adminDisputes'
  | 'adminPayouts'
  | 'adminLeads'
  | 'registrations']

export interface InboxEntry {
  readonly one: string
  readonly many: string
  readonly page: InboxPage
  /** The filter of the list that has exactly the counted rows. */
  readonly filter: Readonly<Record<string, string>>
  /** It is somebody else's turn; the entry says since when. */
  readonly waits?: true
}

/** Each entry with the address of its rows. A new one needs its count in the server's `staffTasks`. */
export const inboxEntries: Readonly<Record<InboxKey, InboxEntry>> = {
  partnersWithoutContract: {
    one: 'partner without a contract',
    many: 'partners without a contract',
    page: pagePaths.partners,
    filter: { state: 'active', contract: 'none' },
  },
  contractsToCountersign: {
    one: 'contract to countersign',
    many: 'contracts to countersign',
    page: pagePaths.adminContracts,
    filter: { stage: 'signed' },
  },
  contractsDeclined: {
    one: 'contract declined',
    many: 'contracts declined',
    page: pagePaths.adminContracts,
    filter: { waits: 'provider' },
  },
  commissionsToValidate: {
    one: 'commission to validate',
    many: 'commissions to validate',
    page: pagePaths.adminCommissions,
    filter: { waits: 'validation' },
  },
  commissionsToPay: {
    one: 'commission to pay',
    many: 'commissions to pay',
    page: pagePaths.adminCommissions,
    filter: { waits: 'payment', sort: 'due' },
  },
  disputesOpen: {
    one: 'dispute to answer',
    many: 'disputes to answer',
    page: pagePaths.adminDisputes,
    filter: { state: 'open' },
  },
  invoicesToCheck: {
    one: 'invoice to check',
    many: 'invoices to check',
    page: pagePaths.adminPayouts,
    filter: { invoice: 'submitted' },
  },
  partnersToCheck: {
    one: 'partner with documents to check',
    many: 'partners with documents to check',
    page: pagePaths.partners,
    filter: { documents: 'to_check' },
  },
  registrationsToAnswer: {
    one: 'lead to accept or refuse',
    many: 'leads to accept or refuse',
    page: pagePaths.registrations,
    filter: { queue: 'waiting' },
  },
  extensionsToAnswer: {
    one: 'extension of a protection to answer',
    many: 'extensions of protections to answer',
    page: pagePaths.registrations,
    filter: { queue: 'extensions' },
  },
  possibleDuplicates: {
    one: 'possible duplicate',
    many: 'possible duplicates',
    page: pagePaths.adminLeads,
    filter: { duplicates: 'yes' },
  },
  undelivered: {
    one: 'failed mail or task',
    many: 'failed mails and tasks',
    page: pagePaths.home,
    filter: { account: 'undelivered' },
  },
  invitationsExpired: {
    one: 'invitation expired',
    many: 'invitations expired',
    page: pagePaths.partners,
    filter: { invitation: 'expired' },
  },
  contractsAwaitingPartner: {
    one: 'contract waits for the partner’s signature',
    many: 'contracts wait for the partners’ signature',
    page: pagePaths.adminContracts,
    filter: { waits: 'partner' },
    waits: true,
  },
  commissionsAwaitingClient: {
    one: 'commission waits for the client’s payment',
    many: 'commissions wait for the clients’ payments',
    page: pagePaths.adminCommissions,
    filter: { waits: 'client' },
    waits: true,
  },
  commissionsHeld: {
    one: 'commission held',
    many: 'commissions held',
    page: pagePaths.adminCommissions,
    filter: { waits: 'held' },
    waits: true,
  },
  invitationsOpen: {
    one: 'invitation not accepted yet',
    many: 'invitations not accepted yet',
    page: pagePaths.partners,
    filter: { invitation: 'open' },
    waits: true,
  },
}

/** '/dashboard/partners?state=active&contract=none' */
export function inboxAddress({ page, filter }: InboxEntry): string {
  const query = Object.entries(filter).map(([name, value]) => `${name}=${value}`)
  return `${page}?${query.join('&')}`
}

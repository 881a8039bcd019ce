import { pagePaths } from '#platform/domain/page-paths.ts'
import type { NeededRight } from '#platform/domain/staff-rights.ts'

/** Whom a task waits for besides staff. */
export const waitedFor = ['partner', 'client', 'bank', 'invited', 'release'] as const
export type WaitedFor = (typeof waitedFor)[number]

/** The page of a list, or home for a drawer that opens over any page. */
type TaskPage = (typeof pagePaths)[
  | 'home'
  | 'partners'
  | 'adminContracts'
  | 'adminCommissions'
  | 'adminDisputes'
  | 'adminPayouts'
  | 'adminInvoices'
  | 'year'
  | 'adminLeads'
  | 'registrations']

/** Whose turn it is: the reader's, that of others of staff, or of somebody outside. */
export const turns = ['yours', 'colleagues', 'others'] as const
export type Turn = (typeof turns)[number]

export interface TaskKind {
  /** After the count: '1 contract to countersign', '2 contracts to countersign'. */
  readonly one: string
  readonly many: string
  /** After the name of the only one: 'Léa Chevalier has no contract'. */
  readonly named: string
  /** Which right the act needs. */
  readonly right: NeededRight
  readonly page: TaskPage
  /** The filter of the list that has the counted rows. */
  readonly filter: Readonly<Record<string, string>>
  /** The filter for what the reader may not act on, where four eyes part the rows. */
  readonly colleaguesFilter?: Readonly<Record<string, string>>
  /** Days after which it is late; without them it has a deadline of its own, or none. */
  readonly lateAfterDays?: number
  /** Somebody else's turn. */
  readonly waits?: WaitedFor
  /** The parameter of an address that opens one record over its page; without it the page opens with its filter. */
  readonly record?: 'payout' | 'file' | 'lead'
  /** Something went wrong with money: red, and first among what is late alike. */
  readonly isLoss?: true
}

const kind = <K extends TaskKind>(task: K): TaskKind => task
const { partners, adminContracts, adminCommissions, adminDisputes, adminPayouts, adminInvoices } = pagePaths

/** What can wait in a portal, in the order of equals. Each has a query in `server/task-rows.ts`. */
export const taskKinds = {
  payoutsReturned: kind({
    ...{ one: 'payout returned by the bank', many: 'payouts returned by the bank', named: 'was returned by the bank' },
    ...{ right: 'money', page: adminPayouts, filter: { state: 'rejected' }, lateAfterDays: 0, isLoss: true },
    record: 'payout',
  }),
  invoicesRefused: kind({
    ...{ one: 'refused invoice to send anew', many: 'refused invoices to send anew', named: 'replaces a refused invoice' },
    ...{ right: 'money', page: adminInvoices, filter: { handed: 'anew' }, lateAfterDays: 0, isLoss: true },
  }),
  filesUnanswered: kind({
    ...{ one: 'bank file without an answer', many: 'bank files without an answer', named: 'has no answer of the bank' },
    ...{ right: 'money', page: adminPayouts, filter: { waits: 'answer' } },
    record: 'file',
  }),
  payoutsToApprove: kind({
    ...{ one: 'payout to approve', many: 'payouts to approve', named: 'is to be approved' },
    ...{ right: 'money', page: adminPayouts, filter: { waits: 'approval' }, lateAfterDays: 5 },
    colleaguesFilter: { waits: 'second' },
    record: 'payout',
  }),
  payoutsToSend: kind({
    ...{ one: 'payout approved, not sent', many: 'payouts approved, not sent', named: 'is approved, and not sent' },
    ...{ right: 'money', page: adminPayouts, filter: { state: 'approved' }, lateAfterDays: 5 },
    record: 'payout',
  }),
  commissionsToPay: kind({
    ...{ one: 'commission to pay', many: 'commissions to pay', named: 'is to be paid' },
    ...{ right: 'money', page: adminCommissions, filter: { waits: 'payment', sort: 'due' } },
  }),
  commissionsToValidate: kind({
    ...{ one: 'commission to validate', many: 'commissions to validate', named: 'has a commission to validate' },
    ...{ right: 'money', page: adminCommissions, filter: { waits: 'validation' } },
  }),
  disputesOpen: kind({
    ...{ one: 'dispute to answer', many: 'disputes to answer', named: 'waits for an answer to a dispute' },
    ...{ right: 'money', page: adminDisputes, filter: { state: 'open' }, lateAfterDays: 5 },
  }),
  invoicesToCheck: kind({
    ...{ one: 'invoice to check', many: 'invoices to check', named: 'has sent an invoice to check' },
    ...{ right: 'money', page: adminPayouts, filter: { invoice: 'submitted' }, lateAfterDays: 5 },
    record: 'payout',
  }),
  partnersToCheck: kind({
    ...{ one: 'partner with documents to check', many: 'partners with documents to check', named: 'has sent documents to check' },
    ...{ right: 'money', page: partners, filter: { documents: 'to_check' }, lateAfterDays: 5 },
  }),
  registrationsToAnswer: kind({
    ...{ one: 'lead to accept or refuse', many: 'leads to accept or refuse', named: 'is a lead to accept or refuse' },
    ...{ right: 'leads', page: pagePaths.registrations, filter: { queue: 'waiting' } },
  }),
  extensionsToAnswer: kind({
    ...{ one: 'extension of a protection to answer', many: 'extensions of protections to answer' },
    ...{ named: 'has an extension to answer', right: 'leads' },
    ...{ page: pagePaths.registrations, filter: { queue: 'extensions' }, lateAfterDays: 5 },
  }),
  possibleDuplicates: kind({
    ...{ one: 'possible duplicate', many: 'possible duplicates', named: 'may be a duplicate' },
    ...{ right: 'leads', page: pagePaths.adminLeads, filter: { duplicates: 'yes' } },
  }),
  contractsToCountersign: kind({
    ...{ one: 'contract to countersign', many: 'contracts to countersign', named: 'has signed: countersign' },
    ...{ right: 'contracts', page: adminContracts, filter: { stage: 'signed' }, lateAfterDays: 5 },
  }),
  contractsDeclined: kind({
    ...{ one: 'contract declined', many: 'contracts declined', named: 'has declined a contract' },
    ...{ right: 'contracts', page: adminContracts, filter: { waits: 'provider' }, lateAfterDays: 5 },
  }),
  partnersWithoutContract: kind({
    ...{ one: 'partner without a contract', many: 'partners without a contract', named: 'has no contract' },
    ...{ right: 'contracts', page: partners, filter: { state: 'active', contract: 'none' }, lateAfterDays: 5 },
  }),
  invitationsExpired: kind({
    ...{ one: 'invitation expired', many: 'invitations expired', named: 'has an invitation that expired' },
    ...{ right: ['partners', 'team'], page: partners, filter: { invitation: 'expired' } },
  }),
  monthsToClose: kind({
    ...{ one: 'month to close', many: 'months to close', named: 'is to be closed' },
    ...{ right: 'money', page: pagePaths.year, filter: {}, lateAfterDays: 15 },
  }),
  reopeningsToAgree: kind({
    ...{ one: 'period to open again', many: 'periods to open again', named: 'is to be opened again' },
    ...{ right: 'money', page: pagePaths.year, filter: {}, lateAfterDays: 2 },
  }),
  undelivered: kind({
    ...{ one: 'failed mail or task', many: 'failed mails and tasks', named: 'was not delivered' },
    ...{ right: 'team', page: pagePaths.home, filter: { account: 'undelivered' } },
  }),
  commissionsHeld: kind({
    ...{ one: 'commission held', many: 'commissions held', named: 'has a held commission' },
    ...{ right: 'money', page: adminCommissions, filter: { waits: 'held' }, waits: 'release' },
  }),
  filesSent: kind({
    ...{ one: 'file sent to the bank', many: 'files sent to the bank', named: 'is at the bank' },
    ...{ right: 'money', page: adminPayouts, filter: { waits: 'bank' }, waits: 'bank' },
    record: 'file',
  }),
  payoutsIssued: kind({
    ...{ one: 'statement can be contested', many: 'statements can be contested', named: 'can contest a statement' },
    ...{ right: 'money', page: adminPayouts, filter: { state: 'issued' }, waits: 'partner' },
    record: 'payout',
  }),
  invoicesAwaited: kind({
    ...{ one: 'payout waits for the partner’s invoice', many: 'payouts wait for the partners’ invoices' },
    ...{ named: 'has to send an invoice', right: 'money', page: adminPayouts, filter: { waits: 'invoice' }, waits: 'partner' },
    record: 'payout',
  }),
  invoicesSentBack: kind({
    ...{ one: 'invoice refused, to be sent anew', many: 'invoices refused, to be sent anew' },
    ...{ named: 'has to send a refused invoice anew', right: 'money' },
    ...{ page: adminPayouts, filter: { waits: 'newInvoice' }, waits: 'partner' },
    record: 'payout',
  }),
  payoutsBlocked: kind({
    ...{ one: 'payout waits for documents', many: 'payouts wait for documents', named: 'has to send documents' },
    ...{ right: 'money', page: adminPayouts, filter: { waits: 'documents' }, waits: 'partner' },
    record: 'payout',
  }),
  disputesAnswered: kind({
    ...{ one: 'dispute answered', many: 'disputes answered', named: 'has an answer to a dispute' },
    ...{ right: 'money', page: adminDisputes, filter: { state: 'answered' }, waits: 'partner' },
  }),
  contractsAwaitingPartner: kind({
    ...{ one: 'contract waits for the partner’s signature', many: 'contracts wait for the partners’ signature' },
    ...{
      named: 'has a contract to sign',
      right: 'contracts',
      page: adminContracts,
      filter: { waits: 'partner' },
      waits: 'partner',
    },
  }),
  commissionsAwaitingClient: kind({
    ...{ one: 'commission waits for the client’s payment', many: 'commissions wait for the clients’ payments' },
    ...{ named: 'waits for a client’s payment', right: 'money' },
    ...{ page: adminCommissions, filter: { waits: 'client' }, waits: 'client' },
  }),
  invitationsOpen: kind({
    ...{ one: 'invitation not accepted yet', many: 'invitations not accepted yet', named: 'has not accepted the invitation' },
    ...{ right: ['partners', 'team'], page: partners, filter: { invitation: 'open' }, waits: 'invited' },
  }),
} as const
export type TaskKey = keyof typeof taskKinds
export const taskKeys = Object.keys(taskKinds) as TaskKey[]

/** The filter of the list that has exactly the rows that are counted. */
export const taskFilter = ({ filter, colleaguesFilter }: TaskKind, turn: Turn) =>
  turn === 'colleagues' && colleaguesFilter ? colleaguesFilter : filter

/** '/dashboard/partners?state=active&contract=none', or the one record that waits. */
export function taskAddress(kind: TaskKind, { turn, onlyId }: { readonly turn: Turn; readonly onlyId: string | null }): string {
  const { page, record } = kind
  if (record && onlyId) return `${page}?${record}=${onlyId}`
  const query = Object.entries(taskFilter(kind, turn)).map(([name, value]) => `${name}=${value}`)
  return query.length > 0 ? `${page}?${query.join('&')}` : page
}

import { pagePaths } from '#access/domain/page-paths.ts'
import type { NeededRight } from '#access/domain/staff-rights.ts'
import { m } from '../messages/messages.ts'

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
  | 'registrations'
  | 'journal'
  | 'peopleData']

/** Whose turn it is: the reader's, that of others of staff, or of somebody outside. */
export const turns = ['yours', 'colleagues', 'others'] as const
export type Turn = (typeof turns)[number]

export interface TaskKind {
  /** What is said of several: '2 contracts to countersign'. `shown` is the count as it is written. */
  readonly counted: (values: { readonly shown: string; readonly count: number }) => string
  /** What is said of the only one: 'Léa Chevalier has no contract'. */
  readonly named: (values: { readonly name: string }) => string
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
    counted: m.payoutsReturned,
    named: m.payoutReturned,
    right: 'money',
    page: adminPayouts,
    filter: { state: 'rejected' },
    lateAfterDays: 0,
    isLoss: true,
    record: 'payout',
  }),
  invoicesRefused: kind({
    counted: m.invoicesRefused,
    named: m.invoiceRefused,
    right: 'money',
    page: adminInvoices,
    filter: { handed: 'anew' },
    lateAfterDays: 0,
    isLoss: true,
  }),
  filesUnanswered: kind({
    counted: m.filesUnanswered,
    named: m.fileUnanswered,
    right: 'money',
    page: adminPayouts,
    filter: { waits: 'answer' },
    record: 'file',
  }),
  payoutsToApprove: kind({
    counted: m.payoutsToApprove,
    named: m.payoutToApprove,
    right: 'money',
    page: adminPayouts,
    filter: { waits: 'approval' },
    lateAfterDays: 5,
    colleaguesFilter: { waits: 'second' },
    record: 'payout',
  }),
  payoutsToSend: kind({
    counted: m.payoutsToSend,
    named: m.payoutToSend,
    right: 'money',
    page: adminPayouts,
    filter: { state: 'approved' },
    lateAfterDays: 5,
    record: 'payout',
  }),
  commissionsToPay: kind({
    counted: m.commissionsToPay,
    named: m.commissionToPay,
    right: 'money',
    page: adminCommissions,
    filter: { waits: 'due', sort: 'due' },
  }),
  commissionsToValidate: kind({
    counted: m.commissionsToValidate,
    named: m.commissionToValidate,
    right: 'money',
    page: adminCommissions,
    filter: { waits: 'validation' },
  }),
  disputesOpen: kind({
    counted: m.disputesOpen,
    named: m.disputeOpen,
    right: 'money',
    page: adminDisputes,
    filter: { state: 'open' },
    lateAfterDays: 5,
  }),
  invoicesToCheck: kind({
    counted: m.invoicesToCheck,
    named: m.invoiceToCheck,
    right: 'money',
    page: adminPayouts,
    filter: { invoice: 'submitted' },
    lateAfterDays: 5,
    record: 'payout',
  }),
  partnersToCheck: kind({
    counted: m.partnersToCheck,
    named: m.partnerToCheck,
    right: 'money',
    page: partners,
    filter: { documents: 'to_check' },
    lateAfterDays: 5,
  }),
  registrationsToAnswer: kind({
    counted: m.registrationsToAnswer,
    named: m.registrationToAnswer,
    right: 'leads',
    page: pagePaths.registrations,
    filter: { queue: 'waiting' },
  }),
  extensionsToAnswer: kind({
    counted: m.extensionsToAnswer,
    named: m.extensionToAnswer,
    right: 'leads',
    page: pagePaths.registrations,
    filter: { queue: 'extensions' },
    lateAfterDays: 5,
  }),
  possibleDuplicates: kind({
    counted: m.possibleDuplicates,
    named: m.possibleDuplicate,
    right: 'leads',
    page: pagePaths.adminLeads,
    filter: { duplicates: 'yes' },
  }),
  peopleToTell: kind({
    counted: m.peopleToTell,
    named: m.personToTell,
    right: 'people',
    page: pagePaths.peopleData,
    filter: { view: 'notices', queue: 'open' },
  }),
  contactsRefused: kind({
    counted: m.contactsRefused,
    named: m.contactRefused,
    right: 'leads',
    page: pagePaths.journal,
    filter: { event: 'contact.refused' },
  }),
  requestsToAnswer: kind({
    counted: m.requestsToAnswer,
    named: m.requestToAnswer,
    right: 'people',
    page: pagePaths.peopleData,
    filter: { state: 'open' },
  }),
  erasuresToDecide: kind({
    counted: m.erasuresToDecide,
    named: m.erasureToDecide,
    right: 'people',
    page: pagePaths.peopleData,
    filter: { view: 'erasures' },
  }),
  clientListVoid: kind({
    counted: m.clientListVoid,
    named: m.clientListVoid,
    right: 'people',
    page: pagePaths.peopleData,
    filter: { state: 'open' },
  }),
  periodsToConfirm: kind({
    counted: m.periodsToConfirm,
    named: m.periodsToConfirm,
    right: 'people',
    page: pagePaths.peopleData,
    filter: { view: 'register' },
  }),
  contractsToCountersign: kind({
    counted: m.contractsToCountersign,
    named: m.contractToCountersign,
    right: 'contracts',
    page: adminContracts,
    filter: { stage: 'signed' },
    lateAfterDays: 5,
  }),
  contractsDeclined: kind({
    counted: m.contractsDeclined,
    named: m.contractDeclined,
    right: 'contracts',
    page: adminContracts,
    filter: { waits: 'provider' },
    lateAfterDays: 5,
  }),
  partnersWithoutContract: kind({
    counted: m.partnersWithoutContract,
    named: m.partnerWithoutContract,
    right: 'contracts',
    page: partners,
    filter: { state: 'active', contract: 'none' },
    lateAfterDays: 5,
  }),
  invitationsExpired: kind({
    counted: m.invitationsExpired,
    named: m.invitationExpired,
    right: ['partners', 'team'],
    page: partners,
    filter: { invitation: 'expired' },
  }),
  monthsToClose: kind({
    counted: m.monthsToClose,
    named: m.monthToClose,
    right: 'money',
    page: pagePaths.year,
    filter: {},
    lateAfterDays: 15,
  }),
  reopeningsToAgree: kind({
    counted: m.reopeningsToAgree,
    named: m.reopeningToAgree,
    right: 'money',
    page: pagePaths.year,
    filter: {},
    lateAfterDays: 2,
  }),
  undelivered: kind({
    counted: m.undelivered,
    named: m.undeliveredOne,
    right: 'team',
    page: pagePaths.home,
    filter: { account: 'undelivered' },
  }),
  commissionsHeld: kind({
    counted: m.commissionsHeld,
    named: m.commissionHeld,
    right: 'money',
    page: adminCommissions,
    filter: { waits: 'held' },
    waits: 'release',
  }),
  filesSent: kind({
    counted: m.filesSent,
    named: m.fileSent,
    right: 'money',
    page: adminPayouts,
    filter: { waits: 'bank' },
    waits: 'bank',
    record: 'file',
  }),
  payoutsIssued: kind({
    counted: m.payoutsIssued,
    named: m.payoutIssued,
    right: 'money',
    page: adminPayouts,
    filter: { state: 'issued' },
    waits: 'partner',
    record: 'payout',
  }),
  invoicesAwaited: kind({
    counted: m.invoicesAwaited,
    named: m.invoiceAwaited,
    right: 'money',
    page: adminPayouts,
    filter: { waits: 'invoice' },
    waits: 'partner',
    record: 'payout',
  }),
  invoicesSentBack: kind({
    counted: m.invoicesSentBack,
    named: m.invoiceSentBack,
    right: 'money',
    page: adminPayouts,
    filter: { waits: 'newInvoice' },
    waits: 'partner',
    record: 'payout',
  }),
  payoutsBlocked: kind({
    counted: m.payoutsBlocked,
    named: m.payoutBlocked,
    right: 'money',
    page: adminPayouts,
    filter: { waits: 'documents' },
    waits: 'partner',
    record: 'payout',
  }),
  disputesAnswered: kind({
    counted: m.disputesAnswered,
    named: m.disputeAnswered,
    right: 'money',
    page: adminDisputes,
    filter: { state: 'answered' },
    waits: 'partner',
  }),
  contractsAwaitingPartner: kind({
    counted: m.contractsAwaitingPartner,
    named: m.contractAwaitingPartner,
    right: 'contracts',
    page: adminContracts,
    filter: { waits: 'partner' },
    waits: 'partner',
  }),
  commissionsAwaitingClient: kind({
    counted: m.commissionsAwaitingClient,
    named: m.commissionAwaitingClient,
    right: 'money',
    page: adminCommissions,
    filter: { waits: 'client' },
    waits: 'client',
  }),
  invitationsOpen: kind({
    counted: m.invitationsOpen,
    named: m.invitationOpen,
    right: ['partners', 'team'],
    page: partners,
    filter: { invitation: 'open' },
    waits: 'invited',
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

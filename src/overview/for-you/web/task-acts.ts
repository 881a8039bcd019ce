import type { Right } from '#access/domain/staff-rights.ts'
import type { TaskKey } from '../domain/task-kinds.ts'
import { m } from '../messages/messages.ts'
import type { ListedTask } from './data.ts'

interface Act {
  readonly label: string
  /** It is about one record; an act without it is about all of them. */
  readonly ofOne?: true
}

/** What stands in a row as a button; everything else is one click away, in the list that the row leads to. */
const taskActs: Readonly<Partial<Record<TaskKey, Act>>> = {
  payoutsReturned: { label: m.payAgain(), ofOne: true },
  payoutsToApprove: { label: m.approve(), ofOne: true },
  payoutsToSend: { label: m.bankFile() },
  commissionsToPay: { label: m.newRun() },
  commissionsToValidate: { label: m.validate(), ofOne: true },
  filesUnanswered: { label: m.bankAnswer() },
  registrationsToAnswer: { label: m.accept(), ofOne: true },
  partnersWithoutContract: { label: m.addAContract(), ofOne: true },
  invitationsExpired: { label: m.sendAgain(), ofOne: true },
}

/** The label of the button beside a task of the reader's; null if it has none. */
export function actOf({ kind, only }: ListedTask): string | null {
  const act = taskActs[kind]
  return act && (!act.ofOne || only?.id) ? act.label : null
}

/** Which right it takes to remind others of what they are waited for. */
const reminders: Readonly<Partial<Record<TaskKey, Right>>> = {
  contractsAwaitingPartner: 'contracts',
  invitationsOpen: 'partners',
}

/** The right to remind of a task that waits for others; null if nobody is reminded of it by mail. */
export const reminderRight = ({ kind }: ListedTask): Right | null => reminders[kind] ?? null

import type { TaskKey } from '../domain/task-kinds.ts'
import type { ListedTask } from './data.ts'

interface Act {
  readonly label: string
  /** It is about one record; an act without it is about all of them. */
  readonly ofOne?: true
}

/** What stands in a row as a button; everything else is one click away, in the list that the row leads to. */
export const taskActs: Readonly<Partial<Record<TaskKey, Act>>> = {
  payoutsToApprove: { label: 'Approve', ofOne: true },
  payoutsToSend: { label: 'Bank file' },
  commissionsToPay: { label: 'New run' },
  commissionsToValidate: { label: 'Validate', ofOne: true },
  filesUnanswered: { label: 'Bank answer' },
  registrationsToAnswer: { label: 'Accept', ofOne: true },
  partnersWithoutContract: { label: 'Add contract', ofOne: true },
  invitationsExpired: { label: 'Send again', ofOne: true },
}

/** The first of these tasks that has a button, with its label. */
export function actOf(tasks: readonly ListedTask[]): { readonly task: ListedTask; readonly label: string } | null {
  for (const task of tasks) {
    const act = taskActs[task.kind]
    if (act && (!act.ofOne || task.only?.id)) return { task, label: act.label }
  }
  return null
}

import { formatEuros } from '#platform/domain/money.ts'
import { staffRoleLabels } from '#platform/domain/staff-rights.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { taskAddress, taskKinds, type WaitedFor } from '../domain/task-kinds.ts'
import { lateBy } from '../domain/tasks.ts'
import type { ListedTask } from './data.ts'

const month = (yearMonth: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${yearMonth}-01T00:00:00Z`),
  )

/** The list with the rows of a task, or its only one. */
export const addressOf = ({ kind, turn, only }: ListedTask): string =>
  taskAddress(taskKinds[kind], { turn, onlyId: only?.id ?? null })

/** 'Léa Chevalier has no contract' of one, '3 partners without a contract' of several. */
export function taskText({ kind, count, only }: ListedTask): string {
  const { one, many, named } = taskKinds[kind]
  if (count === 1 && only) return `${kind === 'monthsToClose' ? month(only.name) : only.name} ${named}`
  return `${count.toLocaleString('fr-FR')} ${count === 1 ? one : many}`
}

const days = (milliseconds: number) => {
  const count = Math.max(1, Math.floor(milliseconds / 86_400_000))
  return count === 1 ? '1 day' : `${count} days`
}

/** '2 late, 948 €', '12 days late'; null while nothing is. */
export function lateText(task: ListedTask, now: Date): string | null {
  const { late, count, lateFrom } = task
  const milliseconds = lateBy(task, now)
  if (milliseconds === 0 || lateFrom === null) return null
  if (late.count === count) return `${days(milliseconds)} late`
  return `${late.count} late${late.cents > 0 ? `, ${formatEuros(late.cents)}` : ''}`
}

const outside: Readonly<Record<WaitedFor, string>> = {
  partner: 'the partner',
  client: 'the client',
  bank: 'the bank',
  invited: 'who was invited',
  release: 'staff to release it',
}

const since = ({ since: at }: ListedTask) => (at ? `since ${shortDate(at)}` : '')

/** Whom a task waits for that is not the reader's, and since when: 'Claire Moreau, since 03/11/2026'. */
export function waitingText(task: ListedTask): string {
  const { waits } = taskKinds[task.kind]
  return [task.who ? whoText(task.who) : waits ? outside[waits] : '', since(task)].filter((part) => part !== '').join(', ')
}

function whoText({ count, names }: { readonly count: number; readonly names: readonly string[] }): string {
  if (count === 0) return `nobody yet: it takes another ${staffRoleLabels.administrator}`
  if (count > names.length) return `${count} people, ${names[0]} among them`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '')
}

/** What a task is about in euros; '' if it is not about money. */
export const sumText = ({ cents }: ListedTask): string => (cents > 0 ? formatEuros(cents) : '')

import { staffRoleLabels } from '#access/domain/staff-rights.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { taskAddress, taskKinds, type WaitedFor } from '../domain/task-kinds.ts'
import { lateBy } from '../domain/tasks.ts'
import { m } from '../messages/messages.ts'
import type { ListedTask } from './data.ts'

/** A day in its middle is in the same month in every time zone. */
const month = (yearMonth: string) => m.longMonth({ month: new Date(`${yearMonth}-15T12:00:00Z`) })

/** The list with the rows of a task, or its only one. */
export const addressOf = ({ kind, turn, only }: ListedTask): string =>
  taskAddress(taskKinds[kind], { turn, onlyId: only?.id ?? null })

/** 'Léa Chevalier has no contract' of one, '3 partners without a contract' of several. */
export function taskText({ kind, count, only }: ListedTask): string {
  const { counted, named } = taskKinds[kind]
  if (count === 1 && only) return named({ name: kind === 'monthsToClose' ? month(only.name) : only.name })
  return counted({ shown: count.toLocaleString(currentLocale()), count })
}

const days = (milliseconds: number) => Math.max(1, Math.floor(milliseconds / 86_400_000))

/** '2 late, 948 €', '12 days late'; null while nothing is. */
export function lateText(task: ListedTask, now: Date): string | null {
  const { late, count, lateFrom } = task
  const milliseconds = lateBy(task, now)
  if (milliseconds === 0 || lateFrom === null) return null
  if (late.count === count) return m.daysLate({ count: days(milliseconds) })
  if (late.cents <= 0) return m.countLate({ count: late.count })
  return m.countLateAndSum({ count: late.count, amount: formatEuros(late.cents) })
}

const outside: Readonly<Record<WaitedFor, string>> = {
  partner: m.thePartner(),
  client: m.theClient(),
  bank: m.theBank(),
  invited: m.whoWasInvited(),
  release: m.staffToRelease(),
}

const since = ({ since: at }: ListedTask) => (at ? m.sinceDay({ day: shortDate(at) }) : '')

/** Whom a task waits for that is not the reader's, and since when: 'Claire Moreau, since 03/11/2026'. */
export function waitingText(task: ListedTask): string {
  const { waits } = taskKinds[task.kind]
  return [task.who ? whoText(task.who) : waits ? outside[waits] : '', since(task)].filter((part) => part !== '').join(', ')
}

function whoText({ count, names }: { readonly count: number; readonly names: readonly string[] }): string {
  if (count === 0) return m.nobodyYet({ administrator: staffRoleLabels.administrator })
  if (count > names.length) return m.peopleAmong({ count, name: names[0] ?? '' })
  return names.length > 1 ? m.nameOrOther({ names: names.slice(0, -1).join(', '), other: names.at(-1) ?? '' }) : (names[0] ?? '')
}

/** What a task is about in euros; '' if it is not about money. */
export const sumText = ({ cents }: ListedTask): string => (cents > 0 ? formatEuros(cents) : '')

import { type TaskKey, type Turn, taskKeys, taskKinds } from './task-kinds.ts'

export interface Task {
  readonly kind: TaskKey
  readonly turn: Turn
  readonly count: number
  readonly cents: number
  /** Since when the oldest waits; null if that is not known. */
  readonly since: string | null
  /** When the oldest became late, or will be; null without a deadline. */
  readonly lateFrom: string | null
  readonly late: { readonly count: number; readonly cents: number }
}

/** How long the oldest of a task is late, in ms; 0 if it is not. */
export function lateBy({ lateFrom, late }: Task, now: Date): number {
  return late.count === 0 || lateFrom === null ? 0 : Math.max(1, now.getTime() - Date.parse(lateFrom))
}

/** What is acted on first: what is late longest, of equals what was lost, then the most euros, then the order of the kinds. */
function byUrgency(now: Date) {
  const day = (task: Task) => Math.ceil(lateBy(task, now) / 86_400_000)
  const rank = (task: Task) => (taskKinds[task.kind].isLoss ? 0 : 1)
  const place = (task: Task) => taskKeys.indexOf(task.kind)
  return (one: Task, other: Task) =>
    Math.sign(day(other)) - Math.sign(day(one)) ||
    rank(one) - rank(other) ||
    day(other) - day(one) ||
    other.cents - one.cents ||
    place(one) - place(other)
}

/** The tasks of one page, which are one row. */
export interface TaskGroup<T extends Task = Task> {
  readonly page: string
  readonly tasks: readonly T[]
}

/** Tasks in rows by their pages, the most urgent first; what is urgent in a row stands first in it. */
export function groupTasks<T extends Task>(tasks: readonly T[], now: Date): TaskGroup<T>[] {
  const sorted = tasks.toSorted(byUrgency(now))
  return [...Map.groupBy(sorted, ({ kind }) => taskKinds[kind].page)].map(([page, all]) => ({ page, tasks: all }))
}

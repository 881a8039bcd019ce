import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { centsSum, count, id, time } from '#platform/api/shapes.ts'
import { type TaskKey, taskKeys, turns } from './domain/task-kinds.ts'

const task = z.object({
  kind: z.enum(taskKeys as [TaskKey, ...TaskKey[]]),
  /** Whose turn it is. The same kind is the caller's and a colleague's where four eyes decide. */
  turn: z.enum(turns),
  count,
  cents: centsSum,
  /** Since when the oldest waits; null where that is not kept. */
  since: z.nullable(time),
  /** When the oldest became late, or will be; null without a deadline. */
  lateFrom: z.nullable(time),
  late: z.object({ count, cents: centsSum }),
  /** What it is, where it is one: its id, unless it is a month, what it is called, and whose it is. */
  only: z.nullable(z.object({ id: z.nullable(id), name: z.string(), partnerId: z.nullable(id) })),
  /** Colleagues who may do it: how many, and the names of the first ones; null for what is not theirs. */
  who: z.nullable(z.object({ count, names: z.array(z.string()) })),
})

export const forYouRoutes = {
  getTasks: route('GET', '/overview/tasks', {
    summary: 'What waits: for the caller, who may act on it, for colleagues, and for others; each kind once',
    who: 'admin',
    returns: z.object({ tasks: z.array(task) }),
  }),
}

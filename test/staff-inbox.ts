import { forYouRoutes } from '#overview/for-you/api.ts'
import { type TaskKey, taskKeys } from '#overview/for-you/domain/task-kinds.ts'
import type { Client } from './test-app.ts'

type Task = Awaited<ReturnType<typeof tasksOf>>[number]

const tasksOf = async (client: Client) => (await client.call(forYouRoutes.getTasks, {})).tasks

const sum = (tasks: readonly Task[], of: (task: Task) => number) => tasks.reduce((total, each) => total + of(each), 0)

/** How many of each kind wait, whoever may act on them, with what tests ask about some of them. */
export async function inboxOf(client: Client) {
  const tasks = await tasksOf(client)
  const of = (key: TaskKey) => tasks.filter((each) => each.key === key)
  const counts = Object.fromEntries(taskKeys.map((key) => [key, sum(of(key), ({ count }) => count)])) as Record<TaskKey, number>
  const since = (key: TaskKey) => of(key)[0]?.since ?? null
  return {
    ...counts,
    contractsAwaitingSince: since('contractsAwaitingPartner'),
    commissionsToValidateCents: sum(of('commissionsToValidate'), ({ cents }) => cents),
    commissionsToPayCents: sum(of('commissionsToPay'), ({ cents }) => cents),
    commissionsOverdue: sum(of('commissionsToPay'), ({ late }) => late.count),
    commissionsOverdueCents: sum(of('commissionsToPay'), ({ late }) => late.cents),
    commissionsAwaitingClientSince: since('commissionsAwaitingClient'),
    commissionsHeldSince: since('commissionsHeld'),
    registrationsLate: sum(of('registrationsToAnswer'), ({ late }) => late.count),
    oldestDisputeAt: since('disputesOpen'),
    invitationsPending: counts.invitationsExpired + counts.invitationsOpen,
    invitationsOpenSince: since('invitationsOpen'),
  }
}

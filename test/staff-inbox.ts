import { forYouRoutes } from '#overview/for-you/api.ts'
import { type TaskKey, taskKeys } from '#overview/for-you/domain/task-kinds.ts'
import type { Client } from './test-app.ts'

type Task = Awaited<ReturnType<typeof tasksOf>>[number]

const tasksOf = async (client: Client) => (await client.call(forYouRoutes.getTasks, {})).tasks

const sum = (tasks: readonly Task[], of: (task: Task) => number) => tasks.reduce((total, each) => total + of(each), 0)

/** How many of each kind wait, whoever may act on them, with what tests ask about some of them. */
export async function inboxOf(client: Client) {
  const tasks = await tasksOf(client)
  const of = (kind: TaskKey) => tasks.filter((each) => each.kind === kind)
  const counts = Object.fromEntries(taskKeys.map((kind) => [kind, sum(of(kind), ({ count }) => count)])) as Record<
    TaskKey,
    number
  >
  const since = (kind: TaskKey) => of(kind)[0]?.since ?? null
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

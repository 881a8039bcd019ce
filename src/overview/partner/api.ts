import * as z from 'zod/mini'
import { comingSources, comingStates } from '#money/coming/domain/coming.ts'
import { obstacleCodes } from '#money/coming/domain/obstacles.ts'
import { payoutStates } from '#money/payouts/domain/payouts.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, count, id, time } from '#platform/api/shapes.ts'
import { taskKinds } from './domain/tasks.ts'

const comingLine = z.object({
  /** The commission or the payout. */
  id,
  source: z.enum(comingSources),
  leadId: z.nullable(id),
  /** The client, what staff wrote of it, or the number of the payout. */
  label: z.string(),
  /** Negative for what is taken back. */
  amountCents: centsSum,
  state: z.enum(comingStates),
  /** By when it is paid; null wherever something stands in its way. */
  payableBy: z.nullable(time),
  since: z.nullable(time),
  /** When an obstacle ends by itself. */
  until: z.nullable(time),
  obstacle: z.nullable(z.enum(obstacleCodes)),
  /** Why staff hold it, what the bank said, or what is missing; may be empty. */
  reason: z.string(),
  /** Where its payout stands. */
  step: z.nullable(z.enum(payoutStates)),
})
export type ComingLine = z.infer<typeof comingLine>

const task = z.object({
  kind: z.enum(taskKinds),
  /** The contract, payout, dispute, lead or announcement; null where there is one of the kind. */
  id: z.nullable(id),
  /** A title, a client, a number or a document; may be empty. */
  subject: z.string(),
  reason: z.string(),
  since: z.nullable(time),
  /** When it is too late, or done without the partner. */
  due: z.nullable(time),
  /** What hangs on it and on no task before it: the tasks' sum counts no cent twice. */
  dependsCents: centsSum,
  /** What hangs on it and on a task before it. */
  sharedCents: centsSum,
  /** The address of the page on which it is done. */
  where: z.string(),
})
export type PartnerTask = z.infer<typeof task>

export const ownMoneyRoutes = {
  getToDo: route('GET', '/overview/to-do', {
    summary: 'What the calling partner is waited for, with the money that hangs on it; what is late comes first, then most money',
    who: 'partner',
    returns: z.object({ tasks: z.array(task), dependsCents: centsSum }),
  }),
  getComing: route('GET', '/overview/coming', {
    summary: 'What is coming to the calling partner, an amount a line: by which date, or what it waits for',
    description: 'The lines and the rest, which is not listed, add up to the total: all that is not paid.',
    who: 'partner',
    returns: z.object({
      lines: z.array(comingLine),
      rest: z.nullable(z.object({ count, amountCents: centsSum })),
      totalCents: centsSum,
    }),
  }),
}

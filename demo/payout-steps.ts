import * as z from 'zod/mini'
import { type Actor, system } from '#access/domain/actor.ts'
import { payoutFileForm } from '#money/payout-files/api.ts'
import { sendPayouts } from '#money/payout-files/server/make-file.ts'
import { planFile } from '#money/payout-files/server/plan-file.ts'
import { storePayoutFile } from '#money/payout-files/server/stored-file.ts'
import { issueRun } from '#money/payouts/server/issue-run.ts'
import { planRun } from '#money/payouts/server/run-plan.ts'
import { payoutBackgroundHandlers } from '#money/payouts/server/statement-file.ts'
import { approvePayouts } from '#money/payouts/server/step-commands.ts'
import { readEvent } from '#platform/server/events/event-record.ts'
import type { Portal } from '#platform/server/portal.ts'
import { recordedOnly } from '#portal/server/event-rules.ts'
import type { RunAs } from './run-as.ts'

export interface Staff {
  readonly portal: Portal
  readonly runAs: RunAs
  readonly admin: Actor & { kind: 'admin' }
}

export interface Issued {
  readonly id: string
  readonly partner_id: string
  readonly reference: string
  readonly total_cents: number
}

export const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** These payouts and their sum, as one confirms them. */
export const selection = (issued: readonly Issued[]) => ({
  ids: issued.map(({ id }) => id),
  totalCents: issued.reduce((sum, { total_cents }) => sum + total_cents, 0),
})

/** The portal of a past moment, which sends no mail about it. */
const quietPortal = (portal: Portal, at: Date): Portal => ({ ...portal, clock: { now: () => at }, eventRules: recordedOnly })

/** Issues all that is payable on a day, with its statements. */
export async function issueAll({ portal, runAs, admin }: Staff, at: Date): Promise<Issued[]> {
  const form = { payableUntil: dayOf(at), exclusions: [] }
  const runId = await runAs(admin, at, async (context) => {
    const { totals, fingerprint } = await planRun(context, portal.config, form)
    const preview = { payouts: totals.payouts, totalCents: totals.totalCents, fingerprint }
    return issueRun(context, portal.config, { ...form, seen: preview })
  })
  const event = await runAs(admin, at, ({ tx }) =>
    tx.selectFrom('events').selectAll().where('subject_id', '=', runId).executeTakeFirstOrThrow(),
  )
  const issued = readEvent({ ...event, name: 'payout_run.issued' })
  await payoutBackgroundHandlers['payout_run.issued']?.(issued, quietPortal(portal, at))
  return runAs(admin, at, ({ tx }) =>
    tx
      .selectFrom('payouts')
      .select(['id', 'partner_id', 'reference', 'total_cents'])
      .where('run_id', '=', runId)
      .orderBy('reference')
      .execute(),
  )
}

export function approveAll({ runAs, admin }: Staff, issued: readonly Issued[], at: Date) {
  return runAs(admin, at, (context) => approvePayouts(context, selection(issued)))
}

/** Sends approved payouts with a file for the bank. Returns the file's id. */
export async function sendAll({ portal, runAs, admin }: Staff, issued: readonly Issued[], at: Date): Promise<string> {
  const { ids } = selection(issued)
  const request = { options: { ids, leaveOut: [] }, makerPartnerId: null, now: at, takesNumber: true }
  const plan = await runAs(system, at, ({ tx }) => planFile(tx, portal.config, request))
  const stored = await storePayoutFile(quietPortal(portal, at), admin, plan.batch)
  const { format, executeOn, batchBooking, instant } = plan.batch
  const { count, totalCents, fingerprint, lines } = plan.preview
  const confirmed = [...new Set(lines.flatMap(({ problems }) => problems.map(({ code }) => code)))]
  const form = { ids, format, executeOn, batchBooking, instant, contractNumber: '', confirmed }
  const preview = { count, totalCents, fingerprint }
  return runAs(admin, at, (context) =>
    sendPayouts(context, plan, stored, z.parse(payoutFileForm, { ...form, seen: preview, password: 'asked-on-screen' })),
  )
}

import type * as z from 'zod/mini'
import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { type CountedPeriod, daysInForce, isConfirmed, type PeriodDays } from '#people-data/register/domain/periods.ts'
import { readPeriods } from '#people-data/register/server/queries.ts'
import { fieldRefusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { kyselyOver } from '#platform/server/db/kysely-session.ts'
import { letOthersWork } from '#platform/server/db/let-others-work.ts'
import { asTableOwner } from '#platform/server/db/table-owner.ts'
import type { Portal, TransactionParts } from '#platform/server/portal.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { checkedPeriod, type periodForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { allSweeps, dueRows } from './queries.ts'
import type { DueRow, Sweep } from './sweeps.ts'

const lock = ({ tx }: TransactionContext) => tx.selectFrom('data_periods').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Chooses a period. Refuses `invalid_input` where it is shorter than the law's, or longer than usual without a reason. */
export async function choosePeriod(
  context: TransactionContext,
  period: CountedPeriod,
  form: z.output<typeof periodForm>,
): Promise<void> {
  const error = checkedPeriod(period, form)
  if (error) throw fieldRefusal(error.path, error.message)
  const { chosen } = await lock(context)
  const before = daysInForce(chosen)[period]
  await context.tx
    .updateTable('data_periods')
    .set({ chosen: JSON.stringify({ ...chosen, [period]: form }), confirmed: null, confirmed_by: null, confirmed_at: null })
    .execute()
  await context.recordEvent({
    name: 'period.chosen',
    subjectId: null,
    audience: staff,
    before: { period, days: before },
    after: { period, days: form.days },
  })
}

/** Lets the nightly run remove by the periods that were read. Refuses `changed_meanwhile` where others are in force by now. */
export async function confirmPeriods(context: TransactionContext, days: PeriodDays): Promise<void> {
  const inForce = daysInForce((await lock(context)).chosen)
  refuseUnless(isConfirmed(inForce, days), 'changed_meanwhile', m.periodsChanged())
  await context.tx
    .updateTable('data_periods')
    .set({ confirmed: JSON.stringify(inForce), confirmed_by: personOf(context).userId, confirmed_at: context.now })
    .execute()
  await context.recordEvent({ name: 'periods.confirmed', subjectId: null, audience: staff })
}

/** In one transaction; the rest follows in the next one, so that nobody waits for the run. */
const batch = 250

export interface PeriodRun {
  /** False: it only counted. */
  readonly hasRemoved: boolean
  readonly counts: Readonly<Partial<Record<CountedPeriod, number>>>
}

type Following = TransactionParts & Pick<Portal, 'personalData'>

/**
 * Removes what its period has ended for, as far as somebody has confirmed the periods in force; else, and with `dryRun`, counts
 * it. Interrupted, the next run goes on.
 */
export async function followPeriods(portal: Following, { dryRun = false } = {}): Promise<PeriodRun> {
  const now = portal.clock.now()
  const [{ chosen, confirmed }, sweeps] = await portal.database.asActor(system, (tx) =>
    Promise.all([readPeriods(tx), allSweeps(tx, portal.personalData)]),
  )
  const days = daysInForce(chosen)
  const removes = !dryRun && isConfirmed(days, confirmed)
  const counts: Partial<Record<CountedPeriod, number>> = {}
  for (const sweep of sweeps) {
    const counted = () => portal.database.asActor(system, (tx) => dueRows(tx, sweep, { days, before: now, limit: 1 }))
    const count = removes ? await removeDue(portal, sweep, days, now) : (await counted()).count
    if (count > 0) counts[sweep.period] = (counts[sweep.period] ?? 0) + count
  }
  if (dryRun) return { hasRemoved: false, counts }
  await withTransaction(portal, system, async ({ tx, recordEvent }) => {
    await tx
      .updateTable('data_periods')
      .set({ ran_at: now, removed: JSON.stringify(counts) })
      .execute()
    if (removes && Object.keys(counts).length > 0)
      await recordEvent({ name: 'periods.followed', subjectId: null, audience: staff, after: { removed: counts } })
  })
  return { hasRemoved: removes, counts }
}

async function removeDue(portal: Following, sweep: Sweep, days: PeriodDays, now: Date): Promise<number> {
  const remove = async (tx: Tx, rows: readonly DueRow[]) => {
    if (rows.length === 0) return
    await sweep.remove(
      tx,
      rows.map(({ id }) => id),
      now,
    )
  }
  let all = 0
  for (let done = batch; done === batch; all += done) {
    const began = performance.now()
    const due = await portal.database.asActor(system, async (tx) => {
      const { rows } = await dueRows(tx, sweep, { days, before: now, limit: batch })
      if (!sweep.table) await remove(tx, rows)
      return rows
    })
    if (sweep.table) await asTableOwner(portal.database, (run) => remove(kyselyOver({ query: run }), due))
    done = due.length
    if (done > 0) await letOthersWork(portal.database.traffic, performance.now() - began)
  }
  return all
}

import { sql } from 'kysely'
import { dueStep } from '#domain/reminders.ts'
import { waitsFor } from '../contracts/queries.ts'
import { newId } from '../ids.ts'
import { newsSettings } from '../news/queries.ts'
import { invitationIs } from '../partners/queries.ts'
import type { Portal } from '../portal.ts'
import type { TransactionContext } from '../transaction.ts'
import { withTransaction } from '../transaction.ts'

type Parts = Pick<Portal, 'database' | 'clock' | 'queue' | 'eventsWithHandlers'>

/** Nothing older than this is reminded of: the last step and the time to make it up. */
const oldestDays = 17

/**
 * Reminds of contracts and invitations whose next step has come. The step is recorded with the event that sends the mail, so that
 * it happens once, and what was signed, declined, accepted, withdrawn or expired meanwhile is left alone.
 */
export async function remindBySchedule(portal: Parts): Promise<void> {
  await withTransaction(portal, { kind: 'system' }, async (context) => {
    const { reminderDays } = await newsSettings(context.tx)
    if (reminderDays.length === 0) return
    await remindOfContracts(context, reminderDays)
    await remindOfInvitations(context, reminderDays)
  })
}

const stepsTaken = (column: 'contract_id' | 'invitation_id', id: string) => sql<number[]>`array(
  select r.after_days from reminders r where r.${sql.ref(column)} = ${sql.ref(id)} and r.after_days is not null)`

async function remindOfContracts({ tx, now, recordEvents }: TransactionContext, steps: readonly number[]): Promise<void> {
  const rows = await tx
    .selectFrom('contracts as c')
    .select(['c.id', 'c.user_id', 'c.created_at', stepsTaken('contract_id', 'c.id').as('taken')])
    .where(waitsFor('partner'))
    .where('c.created_at', '>', daysBefore(now))
    // Of somebody who has come in: the others have an invitation to answer first.
    .where(sql<boolean>`exists (select from profiles p where p.user_id = c.user_id and p.joined_at is not null)`)
    .execute()
  const due = rows.flatMap(({ created_at, taken, ...row }) => {
    const step = dueStep(created_at, now, { steps, taken })
    return step === null ? [] : [{ ...row, step, reminderId: newId() }]
  })
  if (due.length === 0) return
  const sent = await tx
    .insertInto('reminders')
    .values(due.map(({ id, step, reminderId }) => ({ id: reminderId, contract_id: id, after_days: step, sent_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const mine = new Set(sent.map(({ id }) => id))
  await recordEvents(
    due
      .filter(({ reminderId }) => mine.has(reminderId))
      .map(({ id, user_id: userId, step, reminderId }) => ({
        name: 'contract.reminded',
        subjectId: id,
        audience: { kind: 'partner', userId },
        after: { reminderId, afterDays: step },
      })),
  )
}

async function remindOfInvitations({ tx, now, recordEvents }: TransactionContext, steps: readonly number[]): Promise<void> {
  const rows = await tx
    .selectFrom('invitations as i')
    .select(['i.id', 'i.user_id', 'i.created_at', stepsTaken('invitation_id', 'i.id').as('taken')])
    .where(invitationIs('open', now))
    .execute()
  const due = rows.flatMap(({ created_at, taken, ...row }) => {
    const step = dueStep(created_at, now, { steps, taken })
    return step === null ? [] : [{ ...row, step, reminderId: newId() }]
  })
  if (due.length === 0) return
  const sent = await tx
    .insertInto('reminders')
    .values(due.map(({ id, step, reminderId }) => ({ id: reminderId, invitation_id: id, after_days: step, sent_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const mine = new Set(sent.map(({ id }) => id))
  await recordEvents(
    due
      .filter(({ reminderId }) => mine.has(reminderId))
      .map(({ id, user_id: userId, step, reminderId }) => ({
        name: 'invitation.reminded',
        subjectId: userId,
        audience: { kind: 'staff' },
        partnerId: userId,
        after: { reminderId, invitationId: id, afterDays: step },
      })),
  )
}

const daysBefore = (now: Date) => new Date(now.getTime() - oldestDays * 86_400_000)

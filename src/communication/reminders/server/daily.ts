import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { invitationIs, partnerContacts, partnersOfPeople } from '#accounts/people/server/queries.ts'
import { newsSettings } from '#communication/notifications/server/queries.ts'
import { waitsFor } from '#contracts/contracts/server/queries.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { dueStep } from '../domain.ts'

/** Nothing older than this is reminded of: the last step and the time to make it up. */
const oldestDays = 17

/**
 * Reminds of contracts and invitations whose next step has come. The step is recorded with the event that sends the mail, so that
 * it happens once, and what was signed, declined, accepted, withdrawn or expired meanwhile is left alone.
 */
export async function remindBySchedule(portal: TransactionParts): Promise<void> {
  await withTransaction(portal, system, async (context) => {
    const { reminderDays } = await newsSettings(context.tx)
    if (reminderDays.length === 0) return
    await remindOfContracts(context, reminderDays)
    await remindOfInvitations(context, reminderDays)
  })
}

const stepsTaken = (column: 'contract_id' | 'invitation_id', id: string) => sql<number[]>`array(
  select r.after_days from reminders r where r.${sql.ref(column)} = ${sql.ref(id)} and r.after_days is not null)`

interface Waiting {
  readonly id: string
  readonly created_at: Date
  readonly taken: readonly number[]
}

/** Records the steps that have come, of one kind of reminder; what somebody else recorded at the same time is left out. */
async function recordSteps<Row extends Waiting>(
  { tx, now }: TransactionContext,
  column: 'contract_id' | 'invitation_id',
  rows: readonly Row[],
  steps: readonly number[],
) {
  const due = rows.flatMap((row) => {
    const step = dueStep(row.created_at, now, { steps, taken: row.taken })
    return step === null ? [] : [{ ...row, step, reminderId: newId() }]
  })
  if (due.length === 0) return []
  const recorded = await tx
    .insertInto('reminders')
    .values(due.map(({ id, step, reminderId }) => ({ id: reminderId, [column]: id, after_days: step, sent_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set(recorded.map(({ id }) => id))
  return due.filter(({ reminderId }) => ids.has(reminderId))
}

async function remindOfContracts(context: TransactionContext, steps: readonly number[]): Promise<void> {
  const rows = await context.tx
    .selectFrom('contracts as c')
    .select(['c.id', 'c.user_id', 'c.created_at', stepsTaken('contract_id', 'c.id').as('taken')])
    .where(waitsFor('partner'))
    .where('c.created_at', '>', daysBefore(context.now))
    // Only partners who have joined are reminded: the others have an invitation to accept first.
    .where(sql<boolean>`exists (select from ${partnerContacts} p where p.partner_id = c.user_id and p.joined_at is not null)`)
    .execute()
  const reminded = await recordSteps(context, 'contract_id', rows, steps)
  await context.recordEvents(
    reminded.map(({ id, user_id: userId, step, reminderId }) => ({
      name: 'contract.reminded',
      subjectId: id,
      audience: ofPartner(userId),
      after: { reminderId, afterDays: step },
    })),
  )
}

async function remindOfInvitations(context: TransactionContext, steps: readonly number[]): Promise<void> {
  const rows = await context.tx
    .selectFrom('invitations as i')
    .select(['i.id', 'i.user_id', 'i.created_at', stepsTaken('invitation_id', 'i.id').as('taken')])
    .where(invitationIs('open', context.now))
    .execute()
  const reminded = await recordSteps(context, 'invitation_id', rows, steps)
  const partners = await partnersOfPeople(
    context.tx,
    reminded.map(({ user_id }) => user_id),
  )
  await context.recordEvents(
    reminded.map(({ id, user_id: userId, step, reminderId }) => ({
      name: 'invitation.reminded',
      subjectId: userId,
      audience: staff,
      ...(partners.has(userId) ? { partnerId: partners.get(userId) ?? '' } : {}),
      after: { reminderId, invitationId: id, afterDays: step },
    })),
  )
}

const daysBefore = (now: Date) => new Date(now.getTime() - oldestDays * 86_400_000)

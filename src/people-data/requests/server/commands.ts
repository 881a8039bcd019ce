import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import { staffOf } from '#access/server/acting.ts'
import { allowContact, refuseContact } from '#leads/refused-contacts/server/commands.ts'
import { currentReading } from '#platform/domain/languages.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { answerForm, askForm, choicesForm, enterForm } from '../api/requests.ts'
import { archiveDays, dueAfter, dueExtended, earliestReceipt, extensionObstacle, proofDays } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { findRequest, leadsNotErased, type RequestRow } from './queries.ts'

const day = 86_400_000
const after = (now: Date, days: number) => new Date(now.getTime() + days * day)

/** Keeps what somebody asks until they have proved the mailbox, as the system: nothing is looked up, whoever it is. */
export async function ask(context: TransactionContext, { email, wish, message }: z.output<typeof askForm>): Promise<void> {
  const { tx, now } = context
  const id = newId()
  await tx
    .insertInto('people_requests')
    .values({
      id,
      wish,
      channel: 'page',
      email,
      message,
      received_at: now,
      expires_at: after(now, proofDays),
      due_at: dueAfter(now),
    })
    .execute()
  await context.recordEvent({
    name: 'people_request.asked',
    subjectId: null,
    audience: staff,
    after: { requestId: id, language: currentReading().language },
  })
}

/** The person has opened the mailed link, as the system; a second time changes nothing. Refuses `link_invalid`. */
export async function prove(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  const row = await findOwnRequest(context, id)
  if (row.proved_at) return
  await tx.updateTable('people_requests').set({ proved_at: now }).where('id', '=', id).execute()
  await context.recordEvent({ name: 'people_request.proved', subjectId: null, audience: staff, after: { requestId: id } })
}

/** The request of a mailed link, locked. Refuses `link_invalid` for one that was not proved in time, or that is gone. */
export async function findOwnRequest({ tx, now }: TransactionContext, id: string): Promise<RequestRow> {
  const row = await tx.selectFrom('people_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || (row.proved_at === null && row.expires_at <= now)) throw new Refusal('link_invalid', m.linkOver())
  return row
}

/** Enters what came by mail, letter or telephone. Refuses days to come, and of more than a year ago. Returns its id. */
export async function enterRequest(
  context: TransactionContext,
  { receivedOn, ...form }: z.output<typeof enterForm>,
): Promise<string> {
  const { tx, now } = context
  const received = new Date(`${receivedOn}T00:00:00Z`)
  refuseFieldUnless(received <= now, 'receivedOn', m.receivedInFuture(), 'received_in_future')
  refuseFieldUnless(received >= earliestReceipt(now), 'receivedOn', m.receivedLongAgo())
  const id = newId()
  await tx
    .insertInto('people_requests')
    .values({
      id,
      ...form,
      received_at: received,
      expires_at: received,
      proved_at: now,
      entered_by: staffOf(context).userId,
      due_at: dueAfter(received),
    })
    .execute()
  await context.recordEvent({ name: 'people_request.entered', subjectId: null, audience: staff, after: { requestId: id } })
  return id
}

/** Locks a request that staff may see. Refuses `not_found`. */
async function lockRequest({ tx }: TransactionContext, id: string): Promise<RequestRow> {
  const row = await tx
    .selectFrom('people_requests')
    .selectAll()
    .where('id', '=', id)
    .where('proved_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.noSuchRequest())
  return row
}

/** Locks one that is not answered. Refuses `not_found` and `request_answered`. */
async function lockOpenRequest(context: TransactionContext, id: string): Promise<RequestRow> {
  // For the caller's role a row that is answered cannot be locked any more.
  const seen = await findRequest(context.tx, id)
  if (!seen) throw new Refusal('not_found', m.noSuchRequest())
  refuseUnless(seen.answered_at === null, 'request_answered', m.answeredAlready())
  return lockRequest(context, id)
}

/** Takes two months more, and has the person told why. Refuses `request_answered` and `extension_impossible`. */
export async function extendRequest(context: TransactionContext, id: string, reason: string): Promise<void> {
  const { tx, now } = context
  const row = await lockOpenRequest(context, id)
  const clock = { receivedAt: row.received_at, extendedAt: row.extended_at, answeredAt: row.answered_at }
  const obstacle = extensionObstacle(clock, now)
  if (obstacle) throw new Refusal('extension_impossible', obstacle)
  await tx
    .updateTable('people_requests')
    .set({ extended_at: now, extension_reason: reason, due_at: dueExtended(row.received_at) })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({ name: 'people_request.extended', subjectId: null, audience: staff, after: { requestId: id } })
}

/**
 * Decides what the archive shows, as the system. Refuses `request_answered`, `not_found` for an item that was not found, and
 * `reason_missing` for what it does not show without one.
 */
export async function chooseItems(
  context: CallerContext,
  { id, choices, known }: z.output<typeof choicesForm> & { readonly id: string; readonly known: readonly { item: string }[] },
): Promise<void> {
  const { tx, now, caller } = context
  await lockOpenRequest(context, id)
  const items = new Set(known.map(({ item }) => item))
  if (!choices.every(({ item }) => items.has(item))) throw new Refusal('not_found', m.noSuchItem())
  refuseUnless(
    choices.every(({ shown, reason }) => shown || reason.length > 1),
    'reason_missing',
    m.reasonOfHidden(),
  )
  const decided = { decided_by: caller.userId, decided_at: now }
  await tx
    .insertInto('people_request_choices')
    .values(choices.map((choice) => ({ request_id: id, ...choice, ...decided })))
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'item']).doUpdateSet((eb) => ({
        shown: eb.ref('excluded.shown'),
        reason: eb.ref('excluded.reason'),
        decided_by: eb.ref('excluded.decided_by'),
        decided_at: eb.ref('excluded.decided_at'),
      })),
    )
    .execute()
}

/**
 * Answers a request as the system for a member of staff, who has read what there was to read. Refuses `not_found`,
 * `request_answered`, `texts_unread` where an archive would hold texts that nobody decided of, and `person_not_erased` where
 * somebody would be told that they are forgotten who is not.
 */
export async function answerRequest(
  context: CallerContext,
  secret: Pick<Config, 'secret'>,
  { id, unread, outcome, report, refuse, phones }: z.output<typeof answerForm> & { readonly id: string; readonly unread: number },
): Promise<void> {
  const { tx, now, caller } = context
  const row = await lockOpenRequest(context, id)
  const isShown = row.wish === 'read' && (outcome === 'done' || outcome === 'partly')
  refuseUnless(!isShown || unread === 0, 'texts_unread', m.textsUnread({ count: unread }))
  const left = row.wish === 'forget' && outcome === 'done' ? await leadsNotErased(tx, row) : 0
  refuseUnless(left === 0, 'person_not_erased', m.notErasedYet({ count: left }))
  if (refuse) {
    await refuseContact(context, secret, { email: row.email, phone: '' })
    for (const phone of phones) await refuseContact(context, secret, { email: '', phone })
  }
  await tx
    .updateTable('people_requests')
    .set({
      answered_at: now,
      answered_by: caller.userId,
      outcome,
      report,
      ...(isShown ? { open_until: after(now, archiveDays) } : {}),
      ...(refuse ? { refused_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: 'people_request.answered',
    subjectId: null,
    audience: staff,
    after: { requestId: id, refused: refuse },
  })
}

/** Takes the contact of a request off the list of those that are refused, as the system: the person has changed their mind. */
export async function allowAgain(
  context: CallerContext,
  secret: Pick<Config, 'secret'>,
  { id, phones }: { readonly id: string; readonly phones: readonly string[] },
): Promise<void> {
  const row = await lockRequest(context, id)
  if (!row.refused_at) return
  await allowContact(context, secret, { email: row.email, phone: '' })
  for (const phone of phones) await allowContact(context, secret, { email: '', phone })
  await context.tx.updateTable('people_requests').set({ refused_at: null }).where('id', '=', id).execute()
  await context.recordEvent({ name: 'people_request.allowed', subjectId: null, audience: staff, after: { requestId: id } })
}

/** An administrator has read that nobody knows any more who wants no mail, as the system. */
export async function acceptVoidList(context: CallerContext): Promise<void> {
  const { numUpdatedRows } = await context.tx
    .updateTable('installation')
    .set({ is_client_list_void: false })
    .where('is_client_list_void', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await context.recordEvent({ name: 'client_list.accepted', subjectId: null, audience: staff })
}

import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { findNote } from './note-queries.ts'

type NoteEvent = 'partner_note.added' | 'partner_note.edited' | 'partner_note.deleted'

const noteEvent = (name: NoteEvent, partnerId: string, noteId: string): NewEvent => ({
  name,
  subjectId: partnerId,
  audience: staff,
  partnerId,
  after: { noteId },
})

/** Writes a note about somebody with access or an invitation; of who was deleted, notes are not kept. */
export async function addNote(context: TransactionContext, partnerId: string, body: string): Promise<string> {
  const { tx, now } = context
  const person = await tx
    .selectFrom('partners as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.main_person_id')
    .select('p.deleted_at')
    .where('c.id', '=', partnerId)
    .forKeyShare('p')
    .executeTakeFirst()
  refuseUnless(person && !person.deleted_at, 'partner_not_active', m.noSuchPartner())
  const id = newId()
  await tx
    .insertInto('partner_notes')
    .values({ id, partner_id: partnerId, author_id: personOf(context).userId, body, created_at: now, edited_at: null })
    .execute()
  await context.recordEvent(noteEvent('partner_note.added', partnerId, id))
  return id
}

/** Changes a note of the caller's; the same text again changes nothing. */
export async function editNote(context: TransactionContext, partnerId: string, id: string, body: string): Promise<void> {
  const note = await ownNote(context, partnerId, id)
  if (note.body === body) return
  await context.tx.updateTable('partner_notes').set({ body, edited_at: context.now }).where('id', '=', id).execute()
  await context.recordEvent(noteEvent('partner_note.edited', partnerId, id))
}

export async function deleteNote(context: TransactionContext, partnerId: string, id: string): Promise<void> {
  await ownNote(context, partnerId, id)
  const { numDeletedRows } = await context.tx.deleteFrom('partner_notes').where('id', '=', id).executeTakeFirst()
  // Somebody else's click was first.
  if (numDeletedRows > 0n) await context.recordEvent(noteEvent('partner_note.deleted', partnerId, id))
}

/** Refuses `not_found`, and `not_allowed` for a note of somebody else. */
async function ownNote(context: TransactionContext, partnerId: string, id: string) {
  const note = await findNote(context.tx, partnerId, id)
  if (!note) throw new Refusal('not_found', m.noSuchNote())
  refuseUnless(note.author_id === personOf(context).userId, 'not_allowed', m.onlyAuthor({ name: note.author_name }))
  return note
}

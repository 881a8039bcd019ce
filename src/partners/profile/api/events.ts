import { event } from '#platform/api/events.ts'

/** Never the text: what staff write of a partner is in the note alone. */
const noteEvent = event<null, { readonly noteId: string }>('person')

export const partnerNoteEvents = {
  'partner_note.added': noteEvent,
  'partner_note.edited': noteEvent,
  'partner_note.deleted': noteEvent,
}

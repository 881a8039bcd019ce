import type { Payload } from '#platform/api/event-payload.ts'

/** Never the text: what staff write of a partner is in the note alone. */
type Note = Payload<null, { readonly noteId: string }>

interface LinkState {
  readonly paused: boolean
  readonly disabled: boolean
}

/** Events about what staff do on the page of a partner, and about the partner's introduction link. */
export interface PartnerEventPayloads {
  /** Confirmed by the new address; of an invited partner corrected at once. */
  'profile.email_changed': Payload<{ readonly email: string }, { readonly email: string }>
  'email_change.requested': Payload<null, { readonly changeId: string }>
  'email_change.withdrawn': Payload
  /** `renewed`: in place of one that stops working. */
  'introduction_link.made': Payload<null, { readonly renewed: boolean }>
  'introduction_link.changed': Payload<LinkState, LinkState>
  'partner_note.added': Note
  'partner_note.edited': Note
  'partner_note.deleted': Note
}

/** Unread leads are counted up to this number. */
export const maxUnreadCount = 100

/** Where what is unread of a lead is seen: messages in their thread, everything else in the details. */
export const unreadParts = ['details', 'messages'] as const
export type UnreadPart = (typeof unreadParts)[number]

/** `app.mark_unread` says the same in SQL. */
export function unreadPartOf(name: string): UnreadPart {
  return name === 'lead.commented' ? 'messages' : 'details'
}

/** The parameters of a board's address that open a lead where something that happened is seen. */
export function leadAddress(leadId: string, part: UnreadPart): string {
  return part === 'messages' ? `lead=${leadId}&tab=messages` : `lead=${leadId}`
}

import { useSyncExternalStore } from 'react'
import type { UnreadPart } from '../domain/unread.ts'

/** Leads with news that the person has not looked at. */
export interface UnreadMarks {
  readonly ids: ReadonlySet<string>
  /** The leads with something unread, by the place in which it is read. */
  readonly parts: Readonly<Record<UnreadPart, ReadonlySet<string>>>
  /** There are older ones, which are not known one by one. */
  readonly more: boolean
}

export const noMarks: UnreadMarks = { ids: new Set(), parts: { details: new Set(), messages: new Set() }, more: false }

let marks = noMarks
const listeners = new Set<() => void>()

/** What every page shows of them; the code that reads and follows them is loaded once the page is there. */
export function setUnreadMarks(next: UnreadMarks): void {
  marks = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsUnread(leadId: string): boolean {
  return useSyncExternalStore(subscribe, () => marks.ids.has(leadId))
}

/** Whether something of a lead is unread in one place. */
export function useIsPartUnread(leadId: string, part: UnreadPart): boolean {
  return useSyncExternalStore(subscribe, () => marks.parts[part].has(leadId))
}

/** '3', '500+'; empty where nothing is unread. */
export function useUnreadCount(): string {
  return useSyncExternalStore(subscribe, () => (marks.ids.size > 0 ? `${marks.ids.size}${marks.more ? '+' : ''}` : ''))
}

import type { EventName } from '#domain/activity.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { Actor } from '#domain/actor.ts'
import type { Database } from '../db/database.ts'

/** An event as the database announces it, to every server, after commit. */
export interface Announcement extends LiveMessage {
  readonly seq: number
  readonly audience: 'staff' | 'partner' | 'everyone'
}

/** One open tab. */
export interface Listener {
  readonly userId: string
  readonly sessionId: string
  readonly actor: () => Actor
  readonly hear: (announcement: Announcement) => void
  /** The session is over: nothing more may be sent. */
  readonly end: () => void
  /** Something happened to the person, or may have been missed: look again who they are. */
  readonly recheck: () => void
  /** Something may have been missed: everything has to be read again. */
  readonly missed: () => void
}

export interface Hub {
  add(listener: Listener): () => void
  /** Ends every stream, for a graceful stop. */
  close(): Promise<void>
  readonly onClose: (end: () => void) => () => void
}

/** After these, a person's open streams may carry something else. The end of a session is announced by its row. */
const changesPerson: ReadonlySet<EventName> = new Set(['role.changed'])

/** Whether an actor may hear of an event: staff of all, a partner of what is their own affair or everybody's. */
export function mayHear(actor: Actor, { audience, partnerId }: Pick<Announcement, 'audience' | 'partnerId'>): boolean {
  if (actor.kind === 'admin' || audience === 'everyone') return 'userId' in actor
  return actor.kind === 'partner' && audience === 'partner' && partnerId === actor.userId
}

/** Carries announcements to this server's open tabs. All it holds is their connections. */
export async function openHub(database: Pick<Database, 'listen'>): Promise<Hub> {
  const listeners = new Set<Listener>()
  const enders = new Set<() => void>()
  const announce = (payload: string) => {
    const announcement = JSON.parse(payload) as Announcement
    for (const listener of listeners) {
      if (changesPerson.has(announcement.name) && announcement.subjectId === listener.userId) listener.recheck()
      if (mayHear(listener.actor(), announcement)) listener.hear(announcement)
    }
  }
  const afterGap = () => {
    for (const listener of listeners) {
      listener.recheck()
      listener.missed()
    }
  }
  const sessionEnded = (sessionId: string) => {
    for (const listener of listeners) if (listener.sessionId === sessionId) listener.end()
  }
  const stopEvents = await database.listen('portal_events', announce, afterGap)
  const stopSessions = await database.listen('portal_sessions', sessionEnded)
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onClose(end) {
      enders.add(end)
      return () => void enders.delete(end)
    },
    async close() {
      for (const end of enders) end()
      await stopEvents()
      await stopSessions()
    },
  }
}

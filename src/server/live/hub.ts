import type { EventName } from '#domain/activity.ts'
import { isBehindLock } from '#domain/activity.ts'
import type { LiveMessage } from '#api/live.ts'
import type { Actor } from '#domain/actor.ts'
import type { LiveCursor } from '#domain/live-cursor.ts'
import type { Database } from '../db/database.ts'
import { cursorNow } from './cursor-now.ts'

/** An event as the database announces it, to every server, after commit. */
export interface Announcement extends LiveMessage {
  readonly seq: number
  readonly audience: 'staff' | 'partner' | 'everyone'
  /** Its transaction, and the oldest one that was open when it was written. */
  readonly xact: string
  readonly horizon: string
}

/** As much of it as a stream needs. */
export type ToldEvent = Omit<Announcement, 'xact' | 'horizon'>

/** One open tab. */
export interface Listener {
  readonly userId: string
  readonly sessionId: string
  /** Everything that is announced: the stream passes on what `mayHear` allows its person. */
  readonly hear: (announcement: Announcement) => void
  /** The session is over: nothing more may be sent. */
  readonly end: () => void
  /** Something happened to the person or their lock, or may have been missed: look again who they are before anything else. */
  readonly recheck: () => void
  /** Something may have been missed: everything has to be read again. */
  readonly missed: () => void
}

export interface Hub {
  /** The last event that this server has heard of: whatever is read from now on shows it, and what came before. */
  readonly latest: () => LiveCursor
  add(listener: Listener): () => void
  /** Ends every stream, for a graceful stop. */
  close(): Promise<void>
  readonly onClose: (end: () => void) => () => void
}

/** After these, a person's open streams may carry something else. The end of a session is announced by its row. */
const changesPerson: ReadonlySet<EventName> = new Set(['role.changed'])

/** After these, a partner may be locked out, or let in. */
const changesLock: ReadonlySet<EventName> = new Set([
  'contract.assigned',
  'contract.signed',
  'contract.validated',
  'contract.revoked',
  'contract.deleted',
])

/**
 * Whether an actor may hear of an event: staff of all, a partner of what is their own affair or everybody's, as far as their
 * contract lets them read it.
 */
export function mayHear(
  actor: Actor,
  { name, audience, partnerId }: Pick<Announcement, 'name' | 'audience' | 'partnerId'>,
): boolean {
  if (actor.kind === 'admin') return true
  if (actor.kind !== 'partner' || (!actor.contractSigned && isBehindLock(name))) return false
  return audience === 'everyone' || (audience === 'partner' && partnerId === actor.userId)
}

function concerns({ name, subjectId, partnerId }: Announcement, userId: string): boolean {
  return (changesPerson.has(name) && subjectId === userId) || (changesLock.has(name) && partnerId === userId)
}

/** Carries announcements to this server's open tabs. All it holds is their connections. */
export async function openHub(database: Pick<Database, 'listen' | 'asActor'>): Promise<Hub> {
  const listeners = new Set<Listener>()
  const enders = new Set<() => void>()
  let latest: LiveCursor = { seq: -1, horizon: null, xact: null }
  const reached = ({ seq, horizon, xact }: LiveCursor) => {
    if (seq > latest.seq) latest = { seq, horizon, xact }
  }
  const announce = (payload: string) => {
    const announcement = JSON.parse(payload) as Announcement
    reached(announcement)
    for (const listener of listeners) {
      if (concerns(announcement, listener.userId)) listener.recheck()
      listener.hear(announcement)
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
  reached(await cursorNow(database))
  return {
    latest: () => latest,
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

import { needsSignedContract, readsEvent } from '#access/domain/abilities.ts'
import type { Actor } from '#access/domain/actor.ts'
import type { Audience } from '#access/domain/audience.ts'
import type { UnreadPart } from '#communication/lead-news/domain/unread.ts'
import type { LiveCursor } from '#platform/domain/live-cursor.ts'
import type { Database } from '#platform/server/db/database.ts'
import { currentCursor, parseSnapshot } from '#platform/server/live/event-cursor.ts'
import { measure } from '#platform/server/metrics/measurements.ts'
import { type EventName, events } from '#portal/api/events.ts'

/** An event as far as streams need it. */
export interface StreamedEvent {
  /** Position of a stream that has received this event. */
  readonly cursor: LiveCursor
  readonly name: EventName
  readonly subjectId: string | null
  readonly partnerId: string | null
  readonly actorId: string | null
  /** Whether the actor acts for the partner. */
  readonly byPartner: boolean
  /** The person of the partner whose lead it is about. */
  readonly typedBy: string | null
  /** The other partners who share the lead that it is about. */
  readonly sharedWith: readonly string[]
  readonly requestId: string | null
  readonly audience: Audience['kind']
  /** Status before and after, for events that change one. */
  readonly from: string | null
  readonly to: string | null
  readonly occurredAt: string
}

/** What the trigger `announce_event` sends on `portal_events`. */
type Notification = Omit<StreamedEvent, 'cursor'> & { readonly seq: number; readonly snapshot: string; readonly xact: string }

/** What is sent on `portal_reads` and `portal_unread`; an empty list stands for many leads. */
interface MarksChange<Part> {
  readonly userId: string
  readonly leadIds: readonly string[]
  readonly part: Part
}

/** One open stream. */
export interface Subscriber {
  readonly userId: string
  /** The partner that the person belongs to. */
  readonly partnerId: string | null
  /** The rights of the staff who look at the portal as this person: they decide what is seen. Null: nobody does. */
  readonly viewerId: string | null
  readonly sessionId: string
  /** Every event; the stream filters with `mayReceive`. */
  readonly onEvent: (event: StreamedEvent) => void
  /** Events may have been lost: the browser has to refetch everything. */
  readonly onGap: () => void
  /** The person's role or lock may have changed, or such an event may have been lost: check the session before sending on. */
  readonly onAccessChange: () => void
  /** The person has read leads, perhaps on another device; null where they are many. `part`: not all of them, only that. */
  readonly onRead: (leadIds: readonly string[] | null, part: UnreadPart | null) => void
  /** Leads have become unread for the person; null where they are many. `part`: where that is seen. */
  readonly onUnread: (leadIds: readonly string[] | null, part: UnreadPart) => void
  /** The session has ended: nothing more may be sent. */
  readonly onSessionEnd: () => void
}

export interface SseHub {
  /** Position of the last event this server has received: whatever is read from now on includes it. */
  readonly latest: () => LiveCursor
  /** Adds a stream. Returns its removal. */
  subscribe(subscriber: Subscriber): () => void
  /** Registers what ends a stream on a graceful stop. Returns its removal. */
  onClose(end: () => void): () => void
  close(): Promise<void>
}

/** Whether an actor may receive an event: staff all, partners their own and everybody’s, as contract and role unlock them. */
export function mayReceive(
  actor: Actor,
  event: Pick<StreamedEvent, 'name' | 'audience' | 'partnerId' | 'actorId' | 'subjectId' | 'typedBy' | 'sharedWith'>,
): boolean {
  const { name, audience, partnerId } = event
  if (actor.kind === 'admin') return true
  if (actor.kind !== 'partner' || (!actor.contractSigned && needsSignedContract(name))) return false
  if (audience !== 'partner') return audience === 'everyone'
  const isOwn =
    partnerId === actor.partner.id || (events[name]?.reachesSharers === true && event.sharedWith.includes(actor.partner.id))
  return isOwn && readsEvent(actor, event)
}

/** Whether an event may change what a person's open streams may carry. */
function changesAccess(
  { name, subjectId, partnerId, actorId }: StreamedEvent,
  userId: string,
  ownPartnerId: string | null,
): boolean {
  const isOfOwnPartner = partnerId !== null && partnerId === ownPartnerId
  switch (events[name]?.changesAccessOf) {
    case 'subject':
      return subjectId === userId
    case 'company':
      return isOfOwnPartner
    case 'actorAndCompany':
      return actorId === userId || isOfOwnPartner
    default:
      return false
  }
}

/** Tells the streams of a person which marks of theirs came and went. Returns its end. */
async function followMarks(
  { listen }: Pick<Database, 'listen'>,
  subscribers: ReadonlySet<Subscriber>,
): Promise<() => Promise<void>> {
  const toPerson = <Part>(notify: (subscriber: Subscriber, leadIds: readonly string[] | null, part: Part) => void) => {
    return (payload: string) => {
      const { userId, leadIds, part } = JSON.parse(payload) as MarksChange<Part>
      for (const subscriber of subscribers) {
        if (subscriber.userId === userId) notify(subscriber, leadIds.length > 0 ? leadIds : null, part)
      }
    }
  }
  const onRead = toPerson<UnreadPart | null>((subscriber, leadIds, part) => subscriber.onRead(leadIds, part))
  const onUnread = toPerson<UnreadPart>((subscriber, leadIds, part) => subscriber.onUnread(leadIds, part))
  const stops = [await listen('portal_reads', onRead), await listen('portal_unread', onUnread)]
  return async () => {
    for (const stop of stops) await stop()
  }
}

/** Fans events out to this server's open streams. Its only state is their connections and the last position. */
export async function openSseHub(database: Pick<Database, 'listen' | 'asActor'>): Promise<SseHub> {
  const subscribers = new Set<Subscriber>()
  const closers = new Set<() => void>()
  let latest: LiveCursor = { seq: -1, snapshot: null }
  const advance = (cursor: LiveCursor) => {
    if (cursor.seq > latest.seq) latest = cursor
  }
  const publish = (payload: string) => {
    const { seq, snapshot, xact, ...rest } = JSON.parse(payload) as Notification
    const event = { ...rest, cursor: { seq, snapshot: parseSnapshot(snapshot, xact) } }
    advance(event.cursor)
    measure('event', () => ({ lag: Math.max(0, (Date.now() - Date.parse(event.occurredAt)) / 1000) }))
    for (const subscriber of subscribers) {
      const { userId, partnerId, viewerId } = subscriber
      const isViewers = viewerId !== null && changesAccess(event, viewerId, null)
      if (isViewers || changesAccess(event, userId, partnerId)) subscriber.onAccessChange()
      subscriber.onEvent(event)
    }
  }
  const notifyGap = () => {
    for (const subscriber of subscribers) {
      subscriber.onAccessChange()
      subscriber.onGap()
    }
  }
  const endSession = (sessionId: string) => {
    for (const subscriber of subscribers) if (subscriber.sessionId === sessionId) subscriber.onSessionEnd()
  }
  const stopEvents = await database.listen('portal_events', publish, notifyGap)
  const stopMarks = await followMarks(database, subscribers)
  const stopSessions = await database.listen('portal_sessions', endSession)
  // Sent by the row itself: a stream ends or goes on as the new role says, whichever command changed it.
  const stopMemberships = await database.listen('portal_memberships', (payload) => {
    const { userId } = JSON.parse(payload) as { readonly userId: string }
    for (const subscriber of subscribers) if (subscriber.userId === userId) subscriber.onAccessChange()
  })
  advance(await currentCursor(database))
  return {
    latest: () => latest,
    subscribe(subscriber) {
      subscribers.add(subscriber)
      measure('stream', () => ({ change: 1 }))
      return () => {
        if (subscribers.delete(subscriber)) measure('stream', () => ({ change: -1 }))
      }
    },
    onClose(end) {
      closers.add(end)
      return () => void closers.delete(end)
    },
    async close() {
      for (const end of closers) end()
      await stopEvents()
      await stopMarks()
      await stopSessions()
      await stopMemberships()
    },
  }
}

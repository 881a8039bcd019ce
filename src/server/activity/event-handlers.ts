import type { EventName } from '#domain/activity.ts'
import { doWork } from '../transaction.ts'
import { postLetters } from '../mail/post.ts'
import type { Portal } from '../portal.ts'
import { templateFollowUps } from '../templates/tier-amendment.ts'
import type { FollowUps } from './event-record.ts'
import { eventsWithLetters, lettersOf } from './emails.ts'

const followUps: FollowUps = { ...templateFollowUps }

/** Events that start after-commit work; the others cost no job. */
export const reactsTo: ReadonlySet<EventName> = new Set([...eventsWithLetters, ...(Object.keys(followUps) as EventName[])])

/**
 * The after-commit work of one event. It may run again after a crash. Each letter becomes a job of its own before any other
 * work starts: neither holds up the other, nor makes it happen twice.
 */
export async function react(portal: Portal, eventId: string): Promise<void> {
  const event = await doWork(portal, { kind: 'system' }, async ({ tx }) => {
    const { event, letters } = await lettersOf(tx, portal.config, eventId)
    await postLetters(portal, tx, eventId, letters)
    return event
  })
  await followUps[event.name]?.(event, portal)
}

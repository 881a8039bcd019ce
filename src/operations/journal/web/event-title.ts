import type { EventName } from '#portal/api/events.ts'
import { eventLabels } from './event-labels.ts'

/** The label of an event; events of earlier versions have their name alone. */
export function eventTitle(name: string): string {
  return name in eventLabels ? eventLabels[name as EventName] : name
}

/** '2026-11-22 18:00:00.123 UTC': to the millisecond, as it is hashed. */
export function exactText(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 23)} UTC`
}

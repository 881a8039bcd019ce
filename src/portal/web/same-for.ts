import { type EventName, eventNames } from '#platform/domain/event-names.ts'

type EventOf<Topic extends string> = Extract<EventName, `${Topic}.${string}`>

/** The same for each event of a topic, the first part of its name. */
export function sameFor<const Topic extends string, T>(topic: Topic, same: T): { readonly [Name in EventOf<Topic>]: T } {
  const names = eventNames.filter((name) => name.startsWith(`${topic}.`))
  return Object.fromEntries(names.map((name) => [name, same])) as { [Name in EventOf<Topic>]: T }
}

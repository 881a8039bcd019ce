import type { EventName } from '#domain/activity.ts'
import { eventNames } from '#domain/activity.ts'

type RegistrationStep = Extract<EventName, `registration.${string}`>
const isStep = (name: EventName): name is RegistrationStep => name.startsWith('registration.')

/** The same for each event of a registration. */
export function ofRegistrations<T>(same: T): { readonly [Name in RegistrationStep]: T } {
  return Object.fromEntries(eventNames.filter(isStep).map((name) => [name, same])) as { [Name in RegistrationStep]: T }
}

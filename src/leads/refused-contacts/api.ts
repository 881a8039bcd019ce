import { event } from '#platform/api/events.ts'

export const refusedContactEvents = {
  /** It says of the partner who named contacts that want to be in no lead how many these were, and never which. */
  'contact.refused': event<null, { readonly count: number }>('person'),
}

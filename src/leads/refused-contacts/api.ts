import { event } from '#platform/api/events.ts'

export const refusedContactEvents = {
  /** Of the partner who named contacts that want to be in no lead: how many, and never which. */
  'contact.refused': event<null, { readonly count: number }>('person'),
}

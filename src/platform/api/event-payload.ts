/** The fields that an event changed, before and after; null where it has none. */
export interface Payload<Before = null, After = null> {
  readonly before: Before
  readonly after: After
}

/** `by`: who it was, where it was nobody of the portal. Every event of an operator's command says so. */
export interface ByOperator {
  readonly by?: 'operator'
}

/** Records that another system knows by an id of its own have this in their events. */
export type ExternalIdPayload = Payload<{ readonly externalId: string | null }, { readonly externalId: string | null }>

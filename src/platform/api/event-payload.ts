/** The fields that an event changed, before and after; null where it has none. */
export interface Payload<Before = null, After = null> {
  readonly before: Before
  readonly after: After
}

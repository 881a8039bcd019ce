/** Kinds of the records that events happen to. */
export const subjectKinds = [
  'person',
  'lead',
  'commission',
  'dispute',
  'payout_run',
  'payout',
  'payout_file',
  'invoice',
  'contract',
  'code',
  'template',
  'resource',
  'announcement',
  'api_key',
  'webhook',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** The fields that an event changed, before and after; null where it has none. */
interface Payload<Before, After> {
  readonly before: Before
  readonly after: After
}

/** `by`: who it was, where it was nobody of the portal. Every event of an operator's command says so. */
export interface ByOperator {
  readonly by?: 'operator'
}

/** Records that another system knows by an id of its own have this in their events. */
export interface ExternalId {
  readonly externalId: string | null
}

/** What open streams have to know of an event. */
interface LiveFacts {
  /**
   * Whose streams may carry more or less from then on: those of the person whom it is about, of everybody of its partner, or of
   * its actor too. The end of a session is announced by its own row.
   */
  readonly changesAccessOf?: 'subject' | 'partner' | 'actorAndPartner'
  /** Partners who share the record learn that it has changed, too. */
  readonly reachesSharers?: true
}

/** An event as its slice declares it: the kind of record that its `subjectId` names; null for events about the whole portal. */
export interface EventDeclaration<Payload> extends LiveFacts {
  readonly subject: SubjectKind | null
  /** Stands here for its type. */
  readonly payload?: Payload
}

/** An event by the kind of its subject: what stands before and after are its types, null for neither. */
export function event<Before = null, After = null>(
  subject: SubjectKind | null,
  live: LiveFacts = {},
): EventDeclaration<Payload<Before, After>> {
  return { subject, ...live }
}

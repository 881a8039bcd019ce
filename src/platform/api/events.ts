import type { SubjectKind } from '#access/domain/subject-kinds.ts'

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

/** What open streams and jobs have to know of an event. */
interface EventOptions {
  /** Its only effect is a mail that somebody waits for. */
  readonly isUrgent?: true
  /**
   * Whose streams may carry more or less from then on: those of the person whom it is about, of everybody of its company, or of
   * its actor too. The end of a session is announced by its own row.
   */
  readonly changesAccessOf?: 'subject' | 'company' | 'actorAndCompany'
  /** Others with whom the record is shared learn that it has changed, too. */
  readonly reachesSharers?: true
}

/** An event as its slice declares it: the kind of record that its `subjectId` names; null for events about the whole portal. */
export interface EventDeclaration<Payload> extends EventOptions {
  readonly subject: SubjectKind | null
  /** Stands here for its type. */
  readonly payload?: Payload
}

/** An event by the kind of its subject: what stands before and after are its types, null for neither. */
export function event<Before = null, After = null>(
  subject: SubjectKind | null,
  options: EventOptions = {},
): EventDeclaration<Payload<Before, After>> {
  return { subject, ...options }
}

import { m } from './messages/messages.ts'

/** A form that is sent sooner than this was filled in by a program. */
export const minFillSeconds = 3
/** An open form can be sent for this long. */
export const formHours = 24

/** What the client agrees to, word for word and in the reader’s language: stored with the lead as it was shown. */
export const introductionConsent = (parties: { readonly provider: string; readonly partner: string }): string =>
  m.consentToContact(parties)

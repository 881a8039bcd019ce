/** A form that is sent sooner than this was filled in by a program. */
export const minFillSeconds = 3
/** An open form can be sent for this long. */
export const formHours = 24

/** The two parties that ask for the client's details. */
interface ConsentParties {
  readonly provider: string
  readonly partner: string
}

/** What the client agrees to, word for word: stored with the lead as it was shown. */
export function introductionConsent({ provider, partner }: ConsentParties): string {
  return (
    `J’accepte que ${provider} et ${partner} conservent ces coordonnées et me contactent au sujet de ma demande. ` +
    'Je peux retirer cet accord à tout moment.'
  )
}

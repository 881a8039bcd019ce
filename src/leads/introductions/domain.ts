/** Nobody fills the form in faster; programs do. */
export const minFillSeconds = 3
/** How long a form that was opened can be sent. */
export const formHours = 24

/** Who asks for the client's details. */
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

/** How long somebody of staff looks at the portal as a partner before it ends by itself: one hour. */
export const viewSeconds = 3600

/** The bar over the portal while it is looked at as somebody; French, like the portal of partners. */
export const viewLabels = {
  start: 'View as this partner',
  bar: (name: string) => `Vous voyez le portail comme ${name}`,
  readOnly: 'Lecture seule : rien ne peut être modifié.',
  end: 'Quitter cette vue',
} as const

/** Why a change, or a secret, is refused meanwhile. */
export const viewRefusals = {
  change: 'You are looking at the portal as this partner: nothing can be changed. Leave the view first.',
  secret: 'This is not shown while you look at the portal as a partner: it belongs to their account.',
} as const

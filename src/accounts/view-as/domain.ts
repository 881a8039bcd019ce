/** A view of the portal as a partner ends by itself after one hour. */
export const viewSeconds = 3600

/** Texts of the bar above the portal during a view as a partner; French, like the portal of partners. */
export const viewLabels = {
  start: 'View as this partner',
  bar: (name: string) => `Vous voyez le portail comme ${name}`,
  readOnly: 'Lecture seule : rien ne peut être modifié.',
  end: 'Quitter cette vue',
} as const

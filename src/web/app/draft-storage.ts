export const draftPrefix = 'passerelle.draft'

/** Who leaves on purpose leaves nothing behind. */
export function forgetDrafts(): void {
  try {
    for (const place of Object.keys(sessionStorage)) if (place.startsWith(draftPrefix)) sessionStorage.removeItem(place)
  } catch {
    // There is no storage: nothing was kept.
  }
}

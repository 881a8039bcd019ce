export const draftPrefix = 'passerelle.draft'

/** Removes all drafts, on explicit sign-out. */
export function forgetDrafts(): void {
  try {
    for (const place of Object.keys(sessionStorage)) if (place.startsWith(draftPrefix)) sessionStorage.removeItem(place)
  } catch {
    // Without storage there are no drafts.
  }
}

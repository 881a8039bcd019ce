export const draftPrefix = 'passerelle.draft'

/** The form that the page without a network shows, of whoever is signed in. */
export const offlineFormPlace = 'passerelle.offline-lead-form'

/** Removes it when a session has ended. */
export function forgetOfflineForm(): void {
  try {
    localStorage.removeItem(offlineFormPlace)
  } catch {
    // Without storage there is none.
  }
}

/** Removes all drafts, on explicit sign-out. */
export function forgetDrafts(): void {
  try {
    for (const place of Object.keys(sessionStorage)) if (place.startsWith(draftPrefix)) sessionStorage.removeItem(place)
  } catch {
    // Without storage there are no drafts.
  }
}

/** How long a link to sign in works. */
export const signInLinkMinutes = 15

/** How long somebody may take to sign in at the provider. */
export const providerSignInMinutes = 10

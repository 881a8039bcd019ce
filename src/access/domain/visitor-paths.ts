/**
 * The address of each page outside the dashboard, for links, mails, documents and the table of pages. They stand apart from the
 * dashboard's (page-paths.ts), because they are in the first module that every visitor loads.
 */
export const visitorPaths = {
  landing: '/',
  signIn: '/auth',
  setup: '/setup',
  invitation: '/invitation',
  reset: '/reset',
  signInLink: '/sign-in-link',
  /** Where the provider of OpenID Connect sends browsers back to. */
  signInProvider: '/auth/provider',
  confirmEmail: '/confirm-email',
  objection: '/objection',
  introduction: '/introduction/:token',
  confirmation: '/confirmation',
  privacyRequest: '/privacy/request',
  verify: '/verify',
  /** The portal's own pages for what the law wants; settings link to them, or to pages of the provider. */
  legal: '/legal',
  accessibility: '/accessibility',
  privacy: '/privacy',
} as const

/** Where anybody verifies the document with this reference. */
export const verifyPath = (reference: string) => `${visitorPaths.verify}?reference=${reference}`

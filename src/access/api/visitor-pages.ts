import { visitorPaths } from '#access/domain/visitor-paths.ts'
import type { PageEntry } from './pages.ts'

/**
 * The addresses outside the dashboard. They stand apart from the portal's, because they are in the first module that every
 * visitor loads: it stays as it is when the portal gets another page.
 */
export const visitorPages = [
  { path: visitorPaths.landing, module: 'portal/web/landing-page.tsx', audience: 'visitors', reads: ['session', 'settings'] },
  { path: visitorPaths.signIn, module: 'accounts/auth/web/auth-page.tsx', audience: 'visitors', reads: ['session', 'settings'] },
  // Targets of single-use links.
  { path: visitorPaths.setup, module: 'accounts/auth/web/setup-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: visitorPaths.invitation, module: 'accounts/auth/web/invitation-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: visitorPaths.reset, module: 'accounts/auth/web/reset-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: visitorPaths.signInLink, module: 'accounts/auth/web/sign-in-link-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: visitorPaths.signInProvider, module: 'accounts/auth/web/provider-page.tsx', audience: 'anybody', reads: ['settings'] },
  {
    path: visitorPaths.confirmEmail,
    module: 'partners/corrections/web/confirm-email-page.tsx',
    audience: 'anybody',
    reads: ['settings'],
  },
  {
    path: visitorPaths.objection,
    module: 'partners/objections/web/objection-page.tsx',
    audience: 'anybody',
    reads: ['settings'],
  },
  {
    path: visitorPaths.introduction,
    module: 'leads/introductions/web/introduction-page.tsx',
    audience: 'anybody',
    reads: ['settings'],
  },
  {
    path: visitorPaths.confirmation,
    module: 'leads/client-confirmations/web/confirmation-page.tsx',
    audience: 'anybody',
    reads: ['settings'],
  },
  {
    path: visitorPaths.privacyRequest,
    module: 'people-data/requests/web/request-page.tsx',
    audience: 'anybody',
    reads: ['settings'],
  },
  {
    path: visitorPaths.verify,
    module: 'contracts/verification/web/verify-page.tsx',
    audience: 'anybody',
    reads: ['session', 'settings'],
  },
  { path: visitorPaths.legal, module: 'portal/web/legal-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: visitorPaths.accessibility, module: 'portal/web/legal-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: visitorPaths.privacy, module: 'people-data/notices/web/privacy-page.tsx', audience: 'anybody', reads: ['settings'] },
] as const satisfies readonly PageEntry<'visitors' | 'anybody'>[]

export type VisitorPageModule = (typeof visitorPages)[number]['module']

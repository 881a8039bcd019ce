import type { PageEntry } from './pages.ts'

/**
 * The addresses outside the dashboard. They stand apart from the portal's, because they are in the first module that every
 * visitor loads: it stays as it is when the portal gets another page.
 */
export const visitorPages = [
  { path: '/', module: 'landing/landing-page.tsx', audience: 'visitors', reads: ['session', 'settings'] },
  { path: '/auth', module: 'auth/auth-page.tsx', audience: 'visitors', reads: ['session', 'settings'] },
  // Targets of single-use links.
  { path: '/setup', module: 'auth/setup-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: '/invitation', module: 'auth/invitation-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: '/reset', module: 'auth/reset-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: '/confirm-email', module: 'partner-corrections/confirm-email-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: '/introduction/:token', module: 'introductions/introduction-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: '/confirmation', module: 'client-confirmations/confirmation-page.tsx', audience: 'anybody', reads: ['settings'] },
  { path: '/verify', module: 'verify/verify-page.tsx', audience: 'anybody', reads: ['session', 'settings'] },
] as const satisfies readonly PageEntry<'visitors' | 'anybody'>[]

export type VisitorPageModule = (typeof visitorPages)[number]['module']

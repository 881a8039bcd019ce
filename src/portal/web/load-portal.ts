/** The portal's routes and the shell around them. */
export const loadPortal = () => import('./portal-routes.tsx')

/** Loads them while something else is awaited. A failure is reported when the portal is opened. */
export function preloadPortal(): void {
  void loadPortal().catch(() => null)
}

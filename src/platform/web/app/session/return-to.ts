import { homePath } from '#access/domain/home-path.ts'

const key = 'passerelle.wanted'

/** Saves the page to return to after sign-in; the dashboard is the default anyway. */
export function saveReturnTo(path: string): void {
  if (/^\/dashboard[/?]/.test(path)) sessionStorage.setItem(key, path)
}

/** Returns and clears the saved page. */
export function takeReturnTo(): string {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path ?? homePath
}

const key = 'passerelle.wanted'

/** Remembers the page of somebody who has to sign in first. The dashboard itself is where everybody goes anyway. */
export function saveReturnTo(path: string): void {
  if (/^\/dashboard[/?]/.test(path)) sessionStorage.setItem(key, path)
}

/** The page somebody wanted before signing in, once. */
export function takeReturnTo(): string {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path ?? '/dashboard'
}

import { createHash } from 'node:crypto'

/** What is stored of a session's token. Tokens are 32 random characters: a plain hash of one cannot be guessed back. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** As the sign-in library stores what a challenge is found by (`storeIdentifier`). */
export function identifierHash(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url')
}

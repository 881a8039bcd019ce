import { createHash } from 'node:crypto'

/** Stored hash of a session token. Tokens are 32 random characters, so an unsalted hash cannot be reversed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Same hash as better-auth's `storeIdentifier`. */
export function identifierHash(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url')
}

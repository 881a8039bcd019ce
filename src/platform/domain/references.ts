import { compact } from './typed-text.ts'

/** Crockford's base 32: no letters and digits that look alike. */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 'ABCD-EFGH-JKMN-PQRS' */
export function formatReference(reference: string): string {
  return reference.match(/.{1,4}/g)?.join('-') ?? ''
}

/** Parses a typed reference; null if invalid. Ignores dashes, spaces and case; reads O as 0, I and L as 1. */
export function readReference(text: string): string | null {
  const plain = compact(text).toUpperCase().replaceAll('-', '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain : null
}

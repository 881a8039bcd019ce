import { readReference } from '#platform/domain/references.ts'

/** The seal's /Reason is uncompressed text that contains the reference. */
const nearReason = /\/Reason[\s\S]{0,200}?(?<![0-9A-Z])((?:[0-9A-HJKMNP-TV-Z]{4}-?){3}[0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z])/g

/** Reference in a file's newest seal, or null. Unverified: anyone can write it into a file. */
export function referenceIn(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes)
  const last = [...text.matchAll(nearReason)].at(-1)?.[1]
  return last ? readReference(last) : null
}

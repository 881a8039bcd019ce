import { readReference } from '#domain/signing.ts'

/** The seal's reason stands in the file as plain characters, the reference a few words after it. */
const nearReason = /\/Reason[\s\S]{0,200}?(?<![0-9A-Z])((?:[0-9A-HJKMNP-TV-Z]{4}-?){3}[0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z])/g

/** The reference that a file carries in its newest seal, or null. What it says is a claim: whoever changes a file can write it. */
export function referenceIn(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes)
  const last = [...text.matchAll(nearReason)].at(-1)?.[1]
  return last ? readReference(last) : null
}

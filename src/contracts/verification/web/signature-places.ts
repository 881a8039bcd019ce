/** Location of a signature in a file; the bytes before and after it are signed (/ByteRange). */
export interface SignaturePlace {
  /** Offsets of the hexadecimal /Contents, including its angle brackets. */
  readonly start: number
  readonly end: number
  /** End of the signed bytes; the end of the file unless something was appended. */
  readonly until: number
  /** The signature with its zero padding. */
  readonly contents: Uint8Array<ArrayBuffer>
}

const byteRange = /\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g

/**
 * All possible signature locations, ordered by what they cover. Document text may imitate one, so a location only counts if
 * its /ByteRange encloses a single hexadecimal string, and its signature must still be verified.
 */
export function signaturePlaces(file: Uint8Array): SignaturePlace[] {
  const text = new TextDecoder('latin1').decode(file)
  const places = new Map<string, SignaturePlace>()
  for (const match of text.matchAll(byteRange)) {
    const [start = 0, end = 0, length = 0] = match.slice(1).map(Number)
    const until = end + length
    if (start >= end || until > file.length || text[start] !== '<' || text[end - 1] !== '>') continue
    const contents = bytesOfHex(text.slice(start + 1, end - 1))
    if (contents) places.set(`${start} ${end} ${until}`, { start, end, until, contents })
  }
  return [...places.values()].sort((a, b) => a.until - b.until)
}

/** The signed bytes of a location. */
export function signedBytes(file: Uint8Array, { start, end, until }: SignaturePlace): Uint8Array<ArrayBuffer> {
  const signed = new Uint8Array(start + until - end)
  signed.set(file.subarray(0, start))
  signed.set(file.subarray(end, until), start)
  return signed
}

function bytesOfHex(digits: string): Uint8Array<ArrayBuffer> | null {
  if (digits.length === 0 || digits.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(digits)) return null
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

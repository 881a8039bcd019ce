/** A place in a file that holds a signature: the bytes before and after it are what was signed. */
export interface SignaturePlace {
  /** Where the hexadecimal contents begin and end, with their angle brackets. */
  readonly start: number
  readonly end: number
  /** Where the signed bytes end: the end of the file, unless something was appended. */
  readonly until: number
  /** The signature itself, with the zeros that fill its place. */
  readonly contents: Uint8Array<ArrayBuffer>
}

const byteRange = /\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g

/**
 * Every place in a file that can hold a signature, in the order of what they cover. The text of a document may hold what
 * looks like one, so a place counts only where its numbers lead to one string of hexadecimal digits, and nothing is said of
 * it before its signature was checked: a place that somebody wrote into a document has none that the seal made.
 */
export function signaturePlaces(file: Uint8Array): SignaturePlace[] {
  const text = new TextDecoder('latin1').decode(file)
  const found = new Map<string, SignaturePlace>()
  for (const match of text.matchAll(byteRange)) {
    const [start = 0, end = 0, length = 0] = match.slice(1).map(Number)
    const until = end + length
    if (start >= end || until > file.length || text[start] !== '<' || text[end - 1] !== '>') continue
    const contents = bytesOfHex(text.slice(start + 1, end - 1))
    if (contents) found.set(`${start} ${end} ${until}`, { start, end, until, contents })
  }
  return [...found.values()].sort((a, b) => a.until - b.until)
}

/** What a signature at this place signs. */
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

/**
 * Decodes a file of unknown encoding: by its byte order mark, else as UTF-8 if most of its letters are, else as Windows-1252,
 * which French Excel writes. A byte that UTF-8 does not know becomes U+FFFD and spoils no other letter.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, , fourth] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (second === 0 && fourth === 0) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  const text = new TextDecoder().decode(bytes)
  const letters = text.match(/[\u0080-\uffff]/g) ?? []
  const unknown = letters.filter((letter) => letter === '\ufffd').length
  return unknown * 2 > letters.length ? new TextDecoder('windows-1252').decode(bytes) : text
}

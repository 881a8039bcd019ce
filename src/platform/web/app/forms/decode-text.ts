export const encodings = ['utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The encoding of a file: by its byte order mark, else UTF-8 if most of its letters are, else Windows-1252, which French Excel
 * writes. A byte that UTF-8 does not know becomes U+FFFD and spoils no other letter.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second, , fourth] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && fourth === 0) return 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  const letters = new TextDecoder().decode(bytes).match(/[\u0080-\uffff]/g) ?? []
  const unknown = letters.filter((letter) => letter === '\ufffd').length
  return unknown * 2 > letters.length ? 'windows-1252' : 'utf-8'
}

/** Decodes a file of unknown encoding. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(detectEncoding(bytes)).decode(bytes)

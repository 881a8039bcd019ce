import { TextDecoder } from 'node:util'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { BankFileError } from '../domain/bank-file-error.ts'

/** An element without comments, processing instructions and the prefixes of names. */
export interface XmlNode {
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  readonly parent: XmlNode | null
  text: string
}

export const maxBankFileBytes = 20 * 1024 * 1024
const maxDepth = 40

/** What the Encoding standard calls the encodings in which banks write. */
const encodings = /^(utf-?8|utf-?16|us-ascii|iso-?8859-?1|iso-?8859-?15|latin1|windows-1252)$/i

/**
 * Reads an XML document piece by piece and returns its root. Elements that `take` accepts are handed to it when they end and then
 * forgotten, so that memory follows the largest of them. Throws a BankFileError for what is no XML, has a DOCTYPE (and with it
 * entities of its own), is longer than 20 MiB or deeper than 40 levels.
 */
export async function readElements(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: (element: XmlNode) => boolean,
): Promise<XmlNode> {
  const parser = new SaxesParser({ xmlns: true })
  let root: XmlNode | null = null
  let current: XmlNode | null = null
  let depth = 0

  parser.on('doctype', () => {
    throw new BankFileError('doctype')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1
    if (depth > maxDepth) throw new BankFileError('too_deep')
    const opened: XmlNode = {
      name: local,
      namespace: uri,
      attributes: valuesOf(attributes),
      children: [],
      parent: current,
      text: '',
    }
    root ??= opened
    current = opened
  })
  const append = (text: string) => {
    if (current) current.text += text
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => {
    depth -= 1
    const closed = current
    current = closed?.parent ?? null
    if (closed && !take(closed)) current?.children.push(closed)
  })

  try {
    for await (const text of decoded(bytes)) parser.write(text)
    parser.close()
  } catch (error) {
    throw error instanceof BankFileError ? error : new BankFileError('not_xml', '', error)
  }
  if (!root) throw new BankFileError('not_xml')
  return root
}

function valuesOf(attributes: Readonly<Record<string, SaxesAttributeNS>>): Record<string, string> {
  return Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]))
}

/** The text of the file, in the encoding that its first bytes name. */
async function* decoded(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  let length = 0
  let start = new Uint8Array()
  let decoder: TextDecoder | null = null
  for await (const piece of bytes) {
    length += piece.length
    if (length > maxBankFileBytes) throw new BankFileError('too_large')
    if (decoder) {
      yield decode(decoder, piece)
      continue
    }
    // Banks' portals put blank lines before the XML declaration.
    start = withoutBlankStart(joined(start, piece))
    // Long enough for every XML declaration.
    if (start.length < 256) continue
    decoder = decoderFor(start)
    yield decode(decoder, start)
  }
  if (!decoder) yield decode(decoderFor(start), start, true)
  else yield decode(decoder, new Uint8Array(), true)
}

/** Blanks, line breaks and the mark of UTF-8. */
const blankBytes: readonly number[] = [0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]

function withoutBlankStart(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const first = bytes.findIndex((byte) => !blankBytes.includes(byte))
  return first === -1 ? new Uint8Array() : bytes.subarray(first)
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** First bytes of what people have from their bank besides XML, as Latin-1. */
const otherKinds: readonly (readonly [beginning: string | RegExp, kind: string])[] = [
  ['%PDF-', 'pdf'],
  ['PK\x03\x04', 'zip'],
  ['\xd0\xcf\x11\xe0', 'ole'],
  ['\x89PNG', 'image'],
  ['\xff\xd8\xff', 'image'],
  [/^(?:\{1:|:20:)/, 'mt940'],
  // The record of the balance before: bank code, operation code or blanks, branch, currency.
  [/^01\d{5}[ \dA-Z]{4}[ \d]{5}[A-Z]{3}/, 'cfonb'],
  [/^(?:OFXHEADER:|(?:<\?xml[^>]*>\s*)?<\??OFX\b)/i, 'ofx'],
]

function decoderFor(start: Uint8Array): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  const beginning = new TextDecoder('latin1').decode(start.subarray(0, 256))
  const other = otherKinds.find(([start]) => (typeof start === 'string' ? beginning.startsWith(start) : start.test(beginning)))
  if (other) throw new BankFileError('other_kind', other[1])
  const encoding = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(beginning)?.[1] ?? 'utf-8'
  if (!encodings.test(encoding)) throw new BankFileError('encoding')
  return new TextDecoder(encoding.toLowerCase(), { fatal: true })
}

function decode(decoder: TextDecoder, bytes: Uint8Array, isLast = false): string {
  try {
    return decoder.decode(bytes, { stream: !isLast })
  } catch (error) {
    throw new BankFileError('encoding', '', error)
  }
}

import { manyLines, oneLine } from '#platform/domain/typed-text.ts'

/**
 * A contact as phones and mail programs hand it on: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). Texts are trimmed, and empty
 * where the card says nothing.
 */
export interface ContactCard {
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly website: string
  readonly notes: string
}

interface Property {
  /** In capitals, without the group before it. */
  readonly name: string
  /** In capitals: `TYPE=HOME,PREF` and the bare words of 2.1 alike give `HOME` and `PREF`. */
  readonly types: readonly string[]
  readonly charset: string
  readonly isQuotedPrintable: boolean
  /** The raw value, with folded lines joined. */
  readonly raw: string
}

/** The cards of a file, in order. A card without name, company and address is left out. */
export function readContactCards(file: string): ContactCard[] {
  const lines = unfolded(file)
  const cards: Property[][] = []
  /** Cards within cards (AGENT of 2.1) are no contacts of their own. */
  let depth = 0
  for (const line of lines) {
    const property = parseProperty(line)
    if (!property) continue
    const isMark = property.raw.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN' && isMark) {
      depth += 1
      if (depth === 1) cards.push([])
    } else if (property.name === 'END' && isMark) depth = Math.max(0, depth - 1)
    else if (depth === 1) cards.at(-1)?.push(property)
  }
  return cards.map(toContact).filter(({ name, company, email }) => name !== '' || company !== '' || email !== '')
}

/** Logical lines: folded ones are joined, and the soft line breaks of quoted-printable text are kept for its decoding. */
function unfolded(file: string): string[] {
  const lines: string[] = []
  for (const line of file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const last = lines.at(-1)
    if (last !== undefined && continuesQuotedPrintable(last)) {
      lines[lines.length - 1] = last.slice(0, -1) + (dividedLetter.test(`${last}${line}`) ? line.trimStart() : line)
    } else if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1)
    else lines.push(line)
  }
  return lines
}

/** Bytes of one letter of UTF-8 with a soft line break and a fold between them. */
const dividedLetter = /(?:=[C-F][0-9A-F](?:=[89AB][0-9A-F])*)=[ \t]+=[89AB][0-9A-F]/i

const continuesQuotedPrintable = (line: string) => line.endsWith('=') && /^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(line)

function parseProperty(line: string): Property | null {
  // The first colon outside of quoted parameters.
  const [, head = '', raw = ''] = /^((?:"[^"]*"|[^":])*):(.*)$/s.exec(line) ?? []
  const [label = '', ...parameters] = head.match(/(?:"[^"]*"|[^";])+/g) ?? []
  const name = (label.split('.').at(-1) ?? '').trim().toUpperCase()
  if (!name) return null
  const words = parameters.flatMap((parameter) => {
    const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(parameter.trim()) ?? []
    return value
      ? value
          .replaceAll('"', '')
          .split(',')
          .map((each) => [key.toUpperCase(), each.toUpperCase()] as const)
      : [['TYPE', key.toUpperCase()] as const]
  })
  const types = words.flatMap(([key, value]) => (key === 'TYPE' ? value : key === 'PREF' && value === '1' ? 'PREF' : []))
  return {
    name,
    types,
    charset: words.find(([key]) => key === 'CHARSET')?.[1] ?? 'UTF-8',
    isQuotedPrintable: words.some(([, value]) => value === 'QUOTED-PRINTABLE'),
    raw,
  }
}

function toContact(properties: readonly Property[]): ContactCard {
  const all = (name: string) => properties.filter((each) => each.name === name)
  const first = (name: string, clean = oneLine) =>
    all(name)
      .map((each) => textOf(each, clean))
      .find(Boolean) ?? ''
  const preferred = (name: string, order: readonly string[]) => {
    const candidates = all(name).filter((each) => textOf(each) !== '' && !each.types.includes('FAX'))
    const best = order.map((type) => candidates.find(({ types }) => types.includes(type))).find(Boolean) ?? candidates[0]
    return best ? textOf(best) : ''
  }
  const [n] = all('N')
  const [family = '', givenName = '', middle = ''] = n ? splitValue(n) : []
  const formatted = first('FN')
  const [org] = all('ORG')
  const [company = ''] = org ? splitValue(org) : []
  return {
    // Some programs write one part of the name as the whole.
    name: ['', givenName, family].includes(formatted) ? [givenName, middle, family].filter(Boolean).join(' ') : formatted,
    company,
    email: preferred('EMAIL', ['PREF', 'WORK']).replace(/^mailto:/i, ''),
    phone: preferred('TEL', ['PREF', 'CELL', 'WORK']).replace(/^tel:/i, '').replace(/;.*$/s, ''),
    website: preferred('URL', ['PREF', 'WORK']),
    notes: first('NOTE', manyLines),
  }
}

/** The value decoded, but for its backslashes. */
function decoded({ raw, isQuotedPrintable, charset }: Property): string {
  return isQuotedPrintable ? quotedPrintable(raw, charset) : raw
}

const textOf = (property: Property, clean = oneLine) => clean(unescaped(decoded(property)))

/** The parts of a value that semicolons divide. */
function splitValue(property: Property): string[] {
  const parts = decoded(property).match(/(?:\\.|[^\\;])+|(?<=;|^)(?=;|$)/gs) ?? []
  return parts.map((part) => oneLine(unescaped(part)))
}

function unescaped(text: string): string {
  return text.replace(/\\([\\,;:nN])/g, (_, escaped: string) => (escaped === 'n' || escaped === 'N' ? '\n' : escaped))
}

/** Quoted-printable text (RFC 2045, 6.7). What is no UTF-8, or says so, is read as Windows-1252. */
function quotedPrintable(text: string, charset: string): string {
  const hex = /(?:=[0-9A-F]{2})+/gi
  const western = (run: string) => run.replace(/=([0-9A-F]{2})/gi, (_, code: string) => windows1252(Number.parseInt(code, 16)))
  return text.replace(hex, (run) => {
    if (!/^UTF-?8$/.test(charset)) return western(run)
    try {
      return decodeURIComponent(run.replaceAll('=', '%'))
    } catch {
      return western(run)
    }
  })
}

/** Where Windows-1252 differs from Latin-1: the codes 0x80 to 0x9f. */
const windowsCodes = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function windows1252(code: number): string {
  return windowsCodes[code - 0x80] ?? String.fromCharCode(code)
}

/** Reads text that another app shares without a card: e-mail address and phone number in it; the whole becomes the note. */
export function contactInText({ title, text, url }: { title: string; text: string; url: string }): ContactCard {
  const content = [title, text].filter(Boolean).join('\n')
  const link = url || (/\bhttps?:\/\/\S+/.exec(text)?.[0] ?? '')
  return {
    name: '',
    company: '',
    email: /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+\.[^\s<>()[\],;:".]+/.exec(content)?.[0] ?? '',
    phone: /(?:\+|\b0)\d(?:[\s.-]?\d){7,13}\b/.exec(content)?.[0] ?? '',
    website: link,
    notes: manyLines(content),
  }
}

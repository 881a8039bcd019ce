import { oneLine } from './typed-text.ts'

export type XmlContent = XmlElement | string

/** An element of an XML document; text is escaped when it is written. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlContent[]
}

/** Optional content: absent parts of an element are left out. */
type Optional = XmlContent | null | false | readonly XmlElement[]

export function element(name: string, ...children: readonly Optional[]): XmlElement {
  return elementWith(name, {}, ...children)
}

export function elementWith(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Optional[]
): XmlElement {
  return { name, attributes, children: children.flat().filter((child): child is XmlContent => Boolean(child)) }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML 1.0 cannot contain and a line may: lone surrogates, U+FFFE and U+FFFF. */
const invalid = /[\p{Cs}\ufffe\uffff]/gu

/** Most texts: nothing to escape. A file of 10 000 payments has 250 000 of them. */
const plain = /^[A-Za-z0-9 ,.;:'()/?+-]*$/

export function escapeXml(text: string): string {
  if (plain.test(text)) return text
  return oneLine(text)
    .replace(invalid, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

function write({ name, attributes, children }: XmlElement, indent: string): string {
  const open = Object.entries(attributes).reduce((tag, [key, value]) => `${tag} ${key}="${escapeXml(value)}"`, name)
  if (children.length === 0) return `${indent}<${open}/>\n`
  if (children.every((child) => typeof child === 'string')) return `${indent}<${open}>${escapeXml(children.join(''))}</${name}>\n`
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : write(child, `${indent}  `)))
  return `${indent}<${open}>\n${inner.join('')}${indent}</${name}>\n`
}

/** The document in UTF-8 without a byte order mark. */
export const xmlDocument = (root: XmlElement) => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`

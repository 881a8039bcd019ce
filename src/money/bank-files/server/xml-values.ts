import { oneLine } from '#platform/domain/typed-text.ts'
import type { BankAmount } from '../domain/bank-answer.ts'
import { BankFileError } from '../domain/bank-file-error.ts'
import { isCalendarDay } from '../domain/target-calendar.ts'
import type { XmlNode } from './xml-elements.ts'

/** The elements at a path of names below one, in its namespace: 'Refs/EndToEndId'. */
export function elementsAt(from: XmlNode, path: string): XmlNode[] {
  return path
    .split('/')
    .reduce(
      (nodes: XmlNode[], name) =>
        nodes.flatMap(({ children }) => children.filter((child) => child.name === name && child.namespace === from.namespace)),
      [from],
    )
}

/** The first text at one of the paths; null for none. */
export function textAt(from: XmlNode, ...paths: string[]): string | null {
  for (const path of paths) {
    for (const { text } of elementsAt(from, path)) {
      const line = oneLine(text)
      if (line !== '') return line
    }
  }
  return null
}

export function textsAt(from: XmlNode, path: string): string[] {
  return elementsAt(from, path)
    .map(({ text }) => oneLine(text))
    .filter((text) => text !== '')
}

export function requiredTextAt(from: XmlNode, path: string): string {
  const text = textAt(from, path)
  if (text === null) throw new BankFileError('incomplete', `${from.name}/${path}`)
  return text
}

/** The day of a date or date-time at one of the paths, as the bank writes it; null for none. */
export function dayAt(from: XmlNode, ...paths: string[]): string | null {
  const day = textAt(from, ...paths)?.slice(0, 10) ?? null
  if (day !== null && !isCalendarDay(day)) throw new BankFileError('incomplete', `${from.name}/${paths[0]}`)
  return day
}

/** The amount at one of the paths; null for none. */
export function amountAt(from: XmlNode, ...paths: string[]): BankAmount | null {
  const node = paths.flatMap((path) => elementsAt(from, path))[0]
  if (!node) return null
  const currency = node.attributes.Ccy ?? ''
  return { currency, cents: currency === 'EUR' ? exactCents(node.text.trim()) : null }
}

/** '2640.5' -> 264050, digit by digit; up to 18 digits of which those after the second decimal are zeros. */
export function exactCents(text: string): number {
  const [, euros = '', decimals = ''] = /^\+?(\d{0,15})(?:\.(\d{0,17}))?$/.exec(text) ?? []
  const cents = Number(`${euros}${decimals.slice(0, 2).padEnd(2, '0')}`)
  const isExact = euros + decimals !== '' && /^0*$/.test(decimals.slice(2)) && Number.isSafeInteger(cents)
  if (!isExact) throw new BankFileError('amount', text.slice(0, 40))
  return cents
}

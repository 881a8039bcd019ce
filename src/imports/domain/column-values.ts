import { isShortened } from '#platform/domain/damaged-cells.ts'

/** What the values of a column look like, of those that are not empty. */
interface Shape {
  readonly looksLike: (text: string) => boolean
  /** The fields that hold nothing else. */
  readonly fields: readonly string[]
}

const words = (text: string): readonly string[] => text.split(' ')

const address = /^[^\s@;,]+@[^\s@;,]+\.[^\s@;,]+(\s*(;|,|:::|\|)\s*[^\s@;,]+@[^\s@;,]+)*$/
const day = /^(\d{4}-\d{1,2}-\d{1,2}([T ]\d{1,2}:\d{2}.*)?|\d{1,2}([/.-])\d{1,2}\3(\d{4}|\d{2})( .*)?|1[0-9]{12})$/
const number = /^[-+]?[€$£]?\s?\d[\d\s.,'’]*\s?(€|\$|£|eur(os?)?|%)?$/i
const phone = /^[+(]?\d[\d\s().\-/+]{5,}(,\d+)?$/
/** A day, or an amount with decimals. */
const noPhone = /^\d{4}-\d\d-\d\d|^\d{1,2}([/.-])\d{1,2}\1\d{2,4}$|^\d{1,6}$|^[\d ]+[.,]\d{1,2}$/
const link = /^(https?:\/\/)?([a-z\d-]+\.)+[a-z]{2,}(\/\S*)?$/i
const isText = (text: string) => ![address, day, number, link].some((shape) => shape.test(text))

const shapes: readonly Shape[] = [
  {
    looksLike: (text) => address.test(text),
    fields: ['email', 'emailOther', 'clientEmail', 'partnerEmail', 'payAddress'],
  },
  {
    looksLike: (text) => isShortened(text) || (phone.test(text) && !noPhone.test(text)),
    fields: ['phone', 'mobile', 'phoneOther'],
  },
  { looksLike: (text) => link.test(text), fields: ['website'] },
  {
    looksLike: (text) => day.test(text),
    fields: words(
      'createdAt updatedAt leadAt earnedAt wonAt lostAt closedAt expectedOn dueAt paidAt voidedAt ' +
        'periodStart periodEnd receivedOn',
    ),
  },
  {
    looksLike: (text) => number.test(text) && !day.test(text),
    fields: ['amount', 'revenue', 'amountWithVat', 'vatRate', 'probability', 'rate'],
  },
  { looksLike: (text) => /^[\d\s]{9,17}$/.test(text), fields: ['siren', 'siret'] },
  {
    looksLike: isText,
    fields: words(
      'fullName firstName middleName lastName title jobTitle company city industry owner partner client ' +
        'clientFirstName clientLastName offer pipeline stage state currency lostReason country source type ' +
        'group method labels role',
    ),
  },
]

/** How much the values of a column speak for a field: 1 where they all do, much less where they look like something else. */
export function agreement(field: string, values: readonly string[]): number {
  const shape = shapes.find(({ fields }) => fields.includes(field))
  const filled = values.map((text) => text.trim()).filter(Boolean)
  if (!shape || filled.length === 0) return filled.length === 0 ? 0.95 : 1
  const share = filled.filter(shape.looksLike).length / filled.length
  return share >= 0.6 ? 1 : share >= 0.3 ? 0.6 : 0.2
}

/** The field that values tell by themselves, whatever the title says; null for most. */
export function fieldOfValues(values: readonly string[]): string | null {
  const filled = values.map((text) => text.trim()).filter(Boolean)
  if (filled.length === 0) return null
  const told = shapes.slice(0, 3).find(({ looksLike }) => filled.filter(looksLike).length / filled.length >= 0.8)
  return told?.fields[0] ?? null
}

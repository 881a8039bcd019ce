/** What the values of a column leave open is asked, with one of them as an example. */
export type Convention<T> = { readonly is: T } | { readonly asked: string } | null

export type DayOrder = 'dayFirst' | 'monthFirst'
export type DecimalSign = ',' | '.'

const slashed = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})\b/

/** Whether day or month stands first: a value above 12 decides. Null where no value has an order. */
export function dayOrder(values: readonly string[]): Convention<DayOrder> {
  const found = values.flatMap((text) => {
    const [whole, first, , second] = slashed.exec(text.trim()) ?? []
    return whole ? [{ text, first: Number(first), second: Number(second) }] : []
  })
  if (found.length === 0) return null
  if (found.some(({ first }) => first > 12)) return { is: 'dayFirst' }
  if (found.some(({ second }) => second > 12)) return { is: 'monthFirst' }
  const open = found.find(({ first, second }) => first !== second)
  return open ? { asked: open.text } : { is: 'dayFirst' }
}

const bareAmount = (text: string) => text.replace(/[\s\u00a0\u202f'’]|[€$£%]|eur(os?)?$/gi, '')

/** Which sign sets decimals apart: one or two digits behind it decide, and the last of two signs; what both do is asked. */
export function decimalSign(values: readonly string[]): Convention<DecimalSign> {
  const bare = values.map((text) => ({ text, amount: bareAmount(text) }))
  const told = bare.flatMap(({ text, amount }) => {
    const [, sign] = /[.,]\d+([.,])\d*$|^[+-]?\d+([.,])(?:\d{1,2}|\d{4,})$/.exec(amount) ?? []
    const last = sign ?? /([.,])\d{1,2}$/.exec(amount)?.[1]
    return last === ',' || last === '.' ? [{ text, sign: last as DecimalSign }] : []
  })
  const [first] = told
  const other = told.find(({ sign }) => sign !== first?.sign)
  if (first) return other ? { asked: other.text } : { is: first.sign }
  const open = bare.find(({ amount }) => /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(amount))
  return open ? { asked: open.text } : null
}

/** Whether amounts may be cents: whole numbers alone, where nobody has said what they count. */
export function mayBeCents(values: readonly string[]): string | null {
  const filled = values.map((text) => text.trim()).filter(Boolean)
  const areWhole = filled.length > 0 && filled.every((text) => /^-?\d{3,}$/.test(text))
  return areWhole ? (filled.find((text) => text.length > 3) ?? filled[0] ?? null) : null
}

/** A day as the server reads it, or the text where it is none. */
export function readDay(text: string, order: DayOrder | null): string {
  const bare = text.trim()
  if (/^1\d{12}$/.test(bare)) return new Date(Number(bare)).toISOString().slice(0, 10)
  const iso = /^(\d{4}-\d{2}-\d{2})[T ]\d{1,2}:\d{2}/.exec(bare)
  if (iso?.[1]) return iso[1]
  const [whole, first = '', , second = '', year = ''] = slashed.exec(bare) ?? []
  if (!whole || order === null) return bare
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first]
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** An amount as the server reads it: without thousands where the sign of decimals is known, in units where it was cents. */
export function readAmount(text: string, sign: DecimalSign | null, isCents: boolean): string {
  const bare = bareAmount(text)
  if (isCents && /^-?\d+$/.test(bare)) return `${bare.slice(0, -2) || '0'},${bare.slice(-2).padStart(2, '0')}`
  if (sign === null || !/^[+-]?[\d.,]+$/.test(bare)) return text
  const [whole = '', decimals] = bare.split(sign)
  const units = whole.replace(/[.,]/g, '')
  // A sign that stands twice, among the decimals, or elsewhere than between thousands, is read or refused by the server as it is.
  if (bare.split(sign).length > 2 || /[.,]/.test(decimals ?? '') || !/^[+-]?(\d+|\d{1,3}([.,]\d{3})+|)$/.test(whole)) return text
  return decimals === undefined ? units : `${units},${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

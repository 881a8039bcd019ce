/** Parses int8 as number; throws if it is not a safe integer. */
export function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

const asText = (text: string) => text

/** Parsers by type OID, for both drivers: int8 as number; date, numeric and interval as text. */
export const readAs: Readonly<Record<number, (text: string) => unknown>> = {
  20: readInteger,
  1082: asText,
  1186: asText,
  1700: asText,
}

/** Element parsers by array type OID, needed by `pg` only. */
export const readArrayAs: Readonly<Record<number, (text: string) => unknown>> = {
  1016: readInteger,
  1182: asText,
  1187: asText,
  1231: asText,
}

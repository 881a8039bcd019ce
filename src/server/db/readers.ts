/** An int8 as a number; one that a double cannot hold exactly is a bug somewhere, not a number to round. */
export function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

const asText = (text: string) => text

/** By type's OID, how values are read, the same in both homes: int8 as number; date, numeric and interval as text. */
export const readAs: Readonly<Record<number, (text: string) => unknown>> = {
  20: readInteger,
  1082: asText,
  1186: asText,
  1700: asText,
}

/** By array type's OID, how its elements are read; PGlite finds that out by itself, `pg` has to be told. */
export const readArrayAs: Readonly<Record<number, (text: string) => unknown>> = {
  1016: readInteger,
  1182: asText,
  1187: asText,
  1231: asText,
}

/** Lengths by country, from the IBAN registry (ISO 13616, SWIFT). */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HN: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  RU: 33,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
}

/** Valid check digits are 02 to 98. Others can pass the modulo check, but banks reject them. */
const impossibleCheck = /^..(00|01|99)/

/** ISO 7064 MOD 97-10: move the first four characters to the end, map A-Z to 10-35; the remainder must be 1. */
export function ibanChecksOut(iban: string): boolean {
  const expected = lengths[iban.slice(0, 2)]
  if (expected === undefined || iban.length !== expected || impossibleCheck.test(iban)) return false
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    if (Number.isNaN(value)) return false
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

/** What somebody knows of an IBAN who searches by it: all of it, or the end that is shown. Null for another text. */
export function readIbanPart(typed: string): { readonly whole: string | null; readonly end: string } | null {
  const plain = typed.toUpperCase().replace(/[\s.-]/g, '')
  const end = /^(?:[A-Z]{2}\d{2})?[•*…]+([0-9A-Z]{4})$|^(?=.*\d)([0-9A-Z]{4})$/.exec(plain)
  if (end) return { whole: null, end: (end[1] ?? end[2]) as string }
  return ibanChecksOut(plain) ? { whole: plain, end: '' } : null
}

/** Characters at the end of an IBAN that a mask shows. */
export const shownIbanEnd = 4

/** 'FR76 •••• 0189' */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-shownIbanEnd)}`
}

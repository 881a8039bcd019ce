import type { PostalAddress } from '#money/documents/domain/invoice.ts'
import type { Das2Line } from './declaration.ts'
import { latinText } from './latin-text.ts'

/** The provider as declarant. */
export interface Das2Declarant {
  readonly name: string
  readonly siren: string
  readonly siret: string
  /** Activity code, such as '6201Z'. */
  readonly ape: string
  readonly address: PostalAddress
  /** Whether it pays wages, which decides the type of the declaration. */
  readonly paysWages: boolean
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string }
}

const recordLength = 672
const amountColumns = 11
/** Commissions are the second of the eleven kinds of sums. */
const commissionColumn = 1

const blank = (length: number) => ' '.repeat(length)
const zeros = (length: number) => '0'.repeat(length)

/** Left-aligned in ISO-8859-1, cut to its width. */
function field(text: string, width: number): string {
  const latin = latinText(text)
  if (latin === null) throw new RangeError(`not in ISO-8859-1: ${text}`)
  return latin.slice(0, width).padEnd(width)
}

/** Right-aligned digits. */
function digits(value: number, width: number): string {
  const text = String(value)
  if (!/^\d+$/.test(text) || text.length > width) throw new RangeError(`${text} does not fit ${width} digits`)
  return text.padStart(width, '0')
}

/** 129 characters: complement, street, commune, post code and office; abroad INSEE's country code and the country's name. */
function address({ line1, line2, postcode, city, country }: PostalAddress, countryCode: string | null): string {
  const street = `${field(line2, 32)} ${field(line1, 32)}`
  if (country === 'FR') return `${street}${zeros(5)} ${blank(26)}${field(postcode, 5)} ${field(city, 26)}`
  const code = field(countryCode ?? '', 5)
  const name = new Intl.DisplayNames('fr', { type: 'region' }).of(country) ?? country
  return `${street}${code} ${field(`${postcode} ${city}`, 26)}${code} ${field(name, 26)}`
}

function amounts(commissions: number, width: number): string {
  const columns = Array.from({ length: amountColumns }, (_, column) => (column === commissionColumn ? commissions : 0))
  return columns.map((value) => digits(value, width)).join('')
}

function record(...fields: readonly string[]): string {
  const text = fields.join('')
  if (text.length !== recordLength) throw new RangeError(`a record has ${text.length} characters`)
  return text
}

/** Record 010: the declaring company. */
function companyRecord({ siren, siret, ape, name, address: place }: Das2Declarant): string {
  const where = address(place, null)
  const identity = [siren, zeros(12), '010', blank(14), field(ape, 5), blank(4), field(name, 50), where, blank(8)]
  // 'X': declares sums paid to third parties only.
  return record(...identity, 'X', siret, blank(5), where, blank(289))
}

/** Record 020: its establishment. */
function establishmentRecord(prefix: string, { ape, name, address: place }: Das2Declarant): string {
  const identity = [prefix, '020', blank(14), field(ape, 5), zeros(14), blank(41), field(name, 50), address(place, null)]
  return record(...identity, blank(93), 'N', blank(3), 'N', blank(297))
}

/** Record 210: one beneficiary. */
function beneficiaryRecord(prefix: string, { beneficiary, euros }: Das2Line): string {
  const { name, siret, profession } = beneficiary
  const names =
    name.kind === 'person'
      ? [field(name.lastName, 30), field(name.firstName, 20), blank(50)]
      : [blank(30), blank(20), field(name.companyName, 50)]
  const where = address(beneficiary.address, beneficiary.countryCode)
  const sums = [amounts(euros, 10), blank(5), blank(3), blank(2), zeros(10), blank(245)]
  return record(prefix, '210', field(siret ?? '', 14), ...names, field(profession, 30), where, ...sums)
}

/** '+33 2 40 00 00 00' -> '0240000000' */
const frenchPhone = (phone: string) => phone.replace(/^\s*\+33/, '0').replace(/\D/g, '')

/** The columns of records 300 and 310 after their heads. */
const totals = (euros: number) => [zeros(108), amounts(euros, 12), blank(12), zeros(30), blank(48), zeros(12)]

/** Record 300: totals of the establishment, and whom to ask. */
function establishmentTotal(prefix: string, euros: number, { contact, siren }: Das2Declarant): string {
  const who = [field(contact.name, 50), field(frenchPhone(contact.phone), 10), field(contact.email, 60), siren]
  return record(prefix, '300', blank(36), ...totals(euros), blank(74), ...who, blank(67))
}

/** Record 310: totals of the file. */
function fileTotal({ siren }: Das2Declarant, count: number, euros: number): string {
  const head = [siren, '9'.repeat(12), '310', digits(1, 5), zeros(6), digits(count, 6), blank(36)]
  return record(...head, ...totals(euros), blank(253))
}

/**
 * The declaration as fixed-width file in ISO-8859-1: records of 672 bytes ended by CR LF, one per line `to_declare`. DGFiP takes
 * it compressed and encrypted with its key of the year; this is the clear text. Throws a RangeError if a line is `incomplete`
 * or nothing is to be declared. The layout is that of 2024; a newer one has not been found.
 */
export function das2File(year: number, declarant: Das2Declarant, lines: readonly Das2Line[]): Uint8Array {
  if (lines.some(({ state }) => state === 'incomplete')) throw new RangeError('a line is incomplete')
  const declared = lines.filter(({ state }) => state === 'to_declare')
  if (declared.length === 0) throw new RangeError('nothing is to be declared')
  const prefix = `${declarant.siret}01${digits(year, 4)}${declarant.paysWages ? '4' : '1'}`
  const euros = declared.reduce((sum, line) => sum + line.euros, 0)
  const records = [
    companyRecord(declarant),
    establishmentRecord(prefix, declarant),
    ...declared.map((line) => beneficiaryRecord(prefix, line)),
    establishmentTotal(prefix, euros, declarant),
    fileTotal(declarant, declared.length, euros),
  ]
  return Uint8Array.from(records.map((each) => `${each}\r\n`).join(''), (character) => character.charCodeAt(0))
}

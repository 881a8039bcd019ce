/**
 * Countries whose accounts SEPA credit transfers reach, by the first two letters of their IBANs (EPC409-09, list of SEPA scheme
 * countries). French overseas territories have IBANs with FR, the Crown Dependencies with GB. Albania, Moldova, Montenegro, North
 * Macedonia and Serbia joined in 2024 and 2025.
 */
const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
const others = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ')

const eeaCountries: ReadonlySet<string> = new Set(eea)
const sepaCountries: ReadonlySet<string> = new Set([...eea, ...others])

export function isSepaIban(iban: string): boolean {
  return sepaCountries.has(iban.slice(0, 2))
}

/** Whether the account is outside the European Economic Area: banks may want the holder's address and the BIC there. */
export function isOutsideEea(iban: string): boolean {
  return !eeaCountries.has(iban.slice(0, 2))
}

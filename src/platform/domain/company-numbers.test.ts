import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeCompanyNumber, sirenError, siretError } from './company-numbers.ts'
import { frenchVatNumber, isEuCountry, vatNumberError } from './vat-numbers.ts'

describe('SIREN and SIRET', () => {
  test.each(['732829320', '552100554', '404833048', '356000000'])('the SIREN %s is valid', (siren) => {
    expect(sirenError(siren)).toBeNull()
  })

  test.each([
    ['', 'Le SIREN comporte 9 chiffres.'],
    ['73282932', 'Le SIREN comporte 9 chiffres.'],
    ['732 829 320', 'Le SIREN comporte 9 chiffres.'],
    ['732829321', 'Ce SIREN est erroné : sa clé de contrôle ne correspond pas.'],
  ])('the SIREN "%s": %s', (siren, message) => {
    expect(sirenError(siren)).toBe(message)
  })

  test('one wrong digit, or two neighbours exchanged, is noticed', () => {
    fc.assert(
      fc.property(fc.constantFrom('732829320', '552100554'), fc.nat(8), fc.integer({ min: 1, max: 9 }), (siren, at, by) => {
        const wrong = (Number(siren[at]) + by) % 10
        expect(sirenError(`${siren.slice(0, at)}${wrong}${siren.slice(at + 1)}`)).not.toBeNull()
      }),
    )
    expect(sirenError('372829320')).not.toBeNull()
  })

  test.each([
    ['73282932000074', '732829320', null],
    ['73282932000074', null, null],
    ['35600000000048', '356000000', null],
    ['35600000049837', '356000000', null],
    ['35600000049838', '356000000', 'Ce SIRET est erroné : sa clé de contrôle ne correspond pas.'],
    ['7328293200007', null, 'Le SIRET comporte 14 chiffres.'],
    ['73282932000075', null, 'Ce SIRET est erroné : sa clé de contrôle ne correspond pas.'],
    ['73282932100073', null, 'Ce SIRET est erroné : ses 9 premiers chiffres ne sont pas un SIREN valide.'],
    ['73282932000074', '552100554', 'Le SIRET doit commencer par le SIREN.'],
  ])('the SIRET %s of %s: %s', (siret, siren, message) => {
    expect(siretError(siret, siren)).toBe(message)
  })

  test('spaces and points are removed', () => {
    expect(normalizeCompanyNumber(' 732 829 320.00074 ')).toBe('73282932000074')
    expect(normalizeCompanyNumber('be\u00a00403.170.701')).toBe('BE0403170701')
  })
})

describe('VAT numbers', () => {
  test('the key of a French VAT number follows from the SIREN', () => {
    // Renault’s number, and one of the examples of other validators.
    expect(frenchVatNumber('780129987')).toBe('FR66780129987')
    expect(frenchVatNumber('303265045')).toBe('FR40303265045')
  })

  test.each([
    ['FR66780129987', 'FR', '780129987', null],
    ['FR66780129987', 'FR', '303265045', 'Le numéro de TVA ne correspond pas au SIREN.'],
    ['FR67780129987', 'FR', null, 'Ce numéro de TVA est erroné : sa clé ne correspond pas.'],
    ['FRK7780129987', 'FR', null, null],
    ['FRO7780129987', 'FR', null, 'Ce numéro de TVA n’a pas le format attendu pour ce pays.'],
    ['FR66780129986', 'FR', null, 'Ce numéro de TVA est erroné : ses 9 derniers chiffres ne sont pas un SIREN valide.'],
    ['DE129273398', 'FR', null, 'Un numéro de TVA de ce pays commence par FR.'],
    ['GR123456789', 'GR', null, 'Un numéro de TVA de ce pays commence par EL.'],
    ['CHE116281271', 'CH', null, 'Ce pays n’est pas dans l’Union européenne.'],
  ])('%s of %s: %s, %s', (number, country, siren, message) => {
    expect(vatNumberError(number, country, siren)).toBe(message)
  })

  test.each(
    (
      'ATU13585627 BE0403170701 BG101004508 CY00532445O CZ46505334 DE129273398 DK88146328 EE100594102 EL040127797 ESA58818501 ' +
      'FI09853608 FR40303265045 HR33392005961 HU21376414 IE3628739L IT00950501007 LT290061371314 LU10000356 LV40003009497 ' +
      'MT15121333 NL010000446B01 PL5260001246 PT501964843 RO11198699 SE556188840401 SI15012557 SK2020268012'
    ).split(' '),
  )('%s is well-formed in its country, not in others, and not with a character too many', (number) => {
    const country = number.startsWith('EL') ? 'GR' : number.slice(0, 2)
    expect(isEuCountry(country)).toBe(true)
    expect(vatNumberError(number, country)).toBeNull()
    expect(vatNumberError(number, country === 'DE' ? 'FR' : 'DE')).not.toBeNull()
    expect(vatNumberError(`${number}000`, country)).not.toBeNull()
  })

  test('there are 27 countries with a format', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const countries = letters.flatMap((one) => letters.map((other) => one + other)).filter(isEuCountry)
    expect(countries).toHaveLength(27)
  })
})

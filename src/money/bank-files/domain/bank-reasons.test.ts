import { expect, test } from 'vitest'
import { bankReasonCodes, bankReasonText } from './bank-reasons.ts'

test.each([
  ['AC01', [], 'AC01 : IBAN incorrect ou inexistant'],
  ['AC04', ['Account closed', '2026'], 'AC04 : Compte clos (Account closed 2026)'],
  ['MS03', [], 'MS03 : Motif non communiqué par la banque'],
  ['Z9', [], 'Z9 : motif propre à la banque'],
  ['constructor', [], 'constructor : motif propre à la banque'],
  [null, ['Compte fermé'], 'Motif non communiqué par la banque (Compte fermé)'],
])('reason %s with %j', (code, info, text) => expect(bankReasonText({ code, info })).toBe(text))

test('the table has the codes of the SEPA rulebooks, each once and well-formed', () => {
  // Rejects and returns of SEPA credit transfers, by the EPC's guidance on reason codes.
  const rulebook = 'AC01 AC04 AC06 AG01 AG02 AM05 BE04 CNOR DNOR ED05 ERIN FOCR MD07 MS02 MS03 RC01 RR01 RR02 RR03 RR04 TM01'
  expect(bankReasonCodes).toEqual(expect.arrayContaining(rulebook.split(' ')))
  expect(bankReasonCodes.filter((code) => !/^[A-Z0-9]{4}$/.test(code))).toEqual([])
})

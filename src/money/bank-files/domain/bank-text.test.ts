import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankNameProblem, bankText, isBankId } from './bank-text.ts'

describe('names as the bank will see them', () => {
  test.each([
    ['Société Générale d’Élevage & Cie', "Societe Generale d'Elevage + Cie"],
    ['Cœur & Ça SARL – Müller Größe', 'Coeur + Ca SARL - Muller Grosse'],
    ['Łukasz Đorđević', 'Lukasz Dordevic'],
    ['Nguyễn Ħŋ İı', 'Nguyen Hn Ii'],
    ['ﬁnance ½', 'finance 1/2'],
    ['A\u00a0\t B\n', 'A B'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['L´Oréal “X”', "L'Oreal 'X'"],
    ['a_b@c', 'a-b(at)c'],
    ['//a///b/', 'a/b'],
    ['100 % €', '100 . EUR'],
    ['😀', '.'],
  ])('%s -> %s', (name, bankName) => expect(bankText(name, 70)).toBe(bankName))

  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'/ /aé&œ´«»…') }),
    fc.string({ unit: 'grapheme' }),
  )

  test('any text becomes characters of the set, no longer than allowed, and the same when converted again', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 140 }), (name, max) => {
        const bankName = bankText(name, max)
        expect(bankName).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
        expect(bankName.length).toBeLessThanOrEqual(max)
        expect(bankName).not.toMatch(/^[/ ]|[/ ]$|\/\/| {2}/)
        expect(bankText(bankName, max)).toBe(bankName)
      }),
      { numRuns: 2000 },
    )
  })

  const latinLetters = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /\p{L}/u.test(character),
  )

  test('a name with a Latin letter never becomes empty, and its letter stays a letter', () => {
    // Up to U+017F: Latin-1 and Latin Extended-A, which hold every letter of the official languages of the EU.
    for (const letter of latinLetters.filter((each) => each <= 'ſ')) {
      expect([letter, bankText(letter, 70), bankNameProblem(letter)]).toEqual([
        letter,
        expect.stringMatching(/^'?[A-Za-z]{1,2}\.?$/),
        null,
      ])
    }
    fc.assert(
      fc.property(texts, fc.constantFrom(...latinLetters), texts, (before, letter, after) => {
        expect(bankText(before + letter + after, 70)).not.toBe('')
      }),
    )
  })

  test.each(['Παπαδόπουλος', 'Иванов', 'Dupont Иванов', '株式会社', 'כהן'])('%s is refused and asks for Latin letters', (name) =>
    expect(bankNameProblem(name)).toMatch(
      /^Écrivez le nom en lettres latines, comme sur le RIB : la banque ne lit pas « .+ »\.$/,
    ),
  )

  test.each(['', '  ', '/', '…', '😀'])('%j is no name', (name) =>
    expect(bankNameProblem(name)).toMatch(/^Indiquez le nom du titulaire/),
  )
  test.each(['Élodie', '1664', 'H&M', 'Ðorđe'])('%s can be sent', (name) => expect(bankNameProblem(name)).toBeNull())
})

test('an identification has 1 to 35 characters of the set and no slash at its ends', () => {
  expect(['PAY-2026-11-0001', 'A/B', 'x'.repeat(35)].every(isBankId)).toBe(true)
  expect(['', 'é', 'A_B', '/A', 'A/', 'A//B', ' A', 'A ', 'x'.repeat(36), 'A\n'].some(isBankId)).toBe(false)
})

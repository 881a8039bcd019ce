import { expect, test } from 'vitest'
import { changeText } from './basis-texts.ts'

const terms = {
  ...({ basis: 'signature', programmeBasis: 'signature', expectedCents: 1_450_000 } as const),
  remainder: { revenueCents: 1_000_000, amountCents: 120_000 },
}
/** With ordinary spaces. */
const said = (...parts: Parameters<typeof changeText>) => changeText(...parts).replace(/\s/g, ' ')

test('payments of the client make parts of what is pending due, and the question says of which amounts', () => {
  const text = said(terms, 'cash')
  expect(text).toContain('Les 1 200,00 € en attente ne se valideront plus en une fois')
  expect(text).toContain('sur les 14 500,00 € attendus')
})

test('what is pending is validated as a whole again, and the question says how much', () => {
  const text = said({ ...terms, basis: 'cash' }, 'signature')
  expect(text).toBe(
    'Les 1 200,00 € en attente ne seront plus exigibles par les paiements du client : l’équipe les validera en une fois.',
  )
})

test('a rule that stays the same says what keeps it: the programme, or the lead alone', () => {
  expect(said(terms, null)).toMatch(/^Rien ne change aujourd’hui pour les 1 200,00 € en attente : ce lead suivra/)
  expect(said(terms, 'signature')).toMatch(/ce lead gardera cette règle, même si celle du programme change\.$/)
})

test('a lead without anything pending reads what the rule is', () => {
  expect(said({ ...terms, remainder: null }, 'cash')).toBe('Chaque paiement du client rend sa part de la commission exigible.')
})

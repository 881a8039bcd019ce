import { expect, test } from 'vitest'
import { dueReminder, proposedEnd, vigilanceBlock, vigilanceState } from './domain.ts'

test('a document counts on its last day and has expired on the next', () => {
  expect(vigilanceState('verified', '2026-11-22', '2026-11-22')).toBe('verified')
  expect(vigilanceState('verified', '2026-11-22', '2026-11-23')).toBe('expired')
  expect(vigilanceState('verified', null, '2036-01-01')).toBe('verified')
  expect(vigilanceState('received', '2026-01-01', '2026-11-23')).toBe('received')
})

test.each([
  ['urssaf', '2026-03-02', '2026-09-02'],
  ['urssaf', '2026-08-31', '2027-02-28'],
  ['registration', '2026-11-30', '2027-02-28'],
  ['insurance', '2026-03-02', null],
] as const)('the end proposed for %s of %s is %s', (kind, issuedOn, end) => expect(proposedEnd(kind, issuedOn)).toBe(end))

test('reminders fall 30, 7 and 0 days before the end, or on a later day before the next one', () => {
  const due = (today: string) => dueReminder('2026-12-31', today)
  expect(['2026-11-30', '2026-12-01', '2026-12-23', '2026-12-24', '2026-12-30', '2026-12-31', '2027-01-01'].map(due)).toEqual([
    null,
    30,
    30,
    7,
    7,
    0,
    null,
  ])
})

test('the reason why payouts wait names the document and its day', () => {
  const lacking = { kind: 'urssaf', label: '', endedOn: '2026-11-12', requestedOn: null, isReceived: false } as const
  expect(vigilanceBlock(lacking)).toBe('Bloqué : attestation de vigilance expirée le 12/11/2026')
  expect(vigilanceBlock({ ...lacking, isReceived: true })).toBe('Bloqué : attestation de vigilance en cours de vérification')
  const request = { kind: 'registration', label: '', endedOn: null, requestedOn: '2026-11-02', isReceived: false } as const
  expect(vigilanceBlock(request)).toBe('Bloqué : extrait Kbis ou preuve d’immatriculation à fournir, demande du 02/11/2026')
})

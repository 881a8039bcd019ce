import { expect, test } from 'vitest'
import { comingStates } from '#money/coming/domain/coming.ts'
import { obstacleCodes } from '#money/coming/domain/obstacles.ts'
import type { ComingLine } from '../api.ts'
import { comingText, comingWhen } from './coming-texts.ts'

const line: ComingLine = {
  id: '01900000-0000-7000-8000-000000000001',
  source: 'commission',
  leadId: null,
  label: 'Fonderie Boyer',
  amountCents: 311_500,
  state: 'payable',
  payableBy: null,
  since: null,
  until: null,
  obstacle: null,
  reason: '',
  step: null,
}
const text = (more: Partial<ComingLine>) => comingText({ line: { ...line, ...more }, provider: 'Atelier Loire' })
const since = '2026-11-12T10:00:00.000Z'
const now = new Date('2026-11-26T10:00:00.000Z')

test('money that is held says since when, why and until what; only what can be paid has a date', () => {
  expect(text({ state: 'held', since, reason: 'La facture du client est contestée. ' })).toBe(
    'Suspendue depuis le 12/11/2026 : La facture du client est contestée. Jusqu’à ce qu’Atelier Loire lève la suspension',
  )
  expect(text({ state: 'contested', since, reason: 'À vérifier.' })).toBe(
    'Contestée par vous depuis le 12/11/2026, jusqu’à la décision ou votre retrait. Aussi suspendue : À vérifier',
  )
  expect(text({ state: 'blocked', obstacle: 'returned', since, reason: 'AC04 : le compte est clos.' })).toBe(
    'Retourné par la banque le 12/11/2026 : AC04 : le compte est clos. Versé de nouveau dès que c’est réglé',
  )
  expect(text({ state: 'blocked', obstacle: 'bank_recent', until: '2026-11-29T10:00:00.000Z' })).toContain('29 novembre 2026')
  expect(comingWhen({ ...line, payableBy: '2026-12-22T10:00:00.000Z' }, now)).toEqual({
    text: 'Avant le 22/12/2026',
    late: false,
  })
  expect(comingWhen({ ...line, payableBy: since }, now)).toEqual({ text: 'Attendu depuis le 12/11/2026', late: true })
  expect(comingWhen(line, now)).toEqual({ text: 'Sans date', late: false })
})

test('each reason that money waits for is said in words', () => {
  const waiting = comingStates.filter((state) => !['payable', 'underway', 'blocked'].includes(state))
  const said = [
    ...waiting.map((state) => text({ state, since })),
    ...obstacleCodes.map((obstacle) => text({ state: 'blocked', obstacle, since, reason: 'Il manque votre attestation' })),
  ]
  expect(new Set(said).size).toBe(waiting.length + obstacleCodes.length)
  for (const each of said) expect(each).toMatch(/\p{L}{4}/u)
})

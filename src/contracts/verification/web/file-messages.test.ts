import { expect, test } from 'vitest'
import type { Verification } from '../api.ts'
import type { FileAnswer, PortalAnswer } from './data.ts'
import { fileMessage } from './file-messages.ts'
import type { SealCheck } from './seal-check.ts'

const [reference, other] = ['AAAABBBBCCCCDDDD', '1111222233334444']
const contract = { reference } as NonNullable<Verification['found']>
const answer = (portal: PortalAnswer, rest: Partial<FileAnswer> = {}): FileAnswer => ({
  portal,
  check: null,
  fileReference: reference,
  pageReference: null,
  ...rest,
})
const portalAnswer = (verdict: Verification['verdict']): PortalAnswer => ({
  is: 'known',
  verification: { verdict, found: contract, receipt: null },
})
const unasked: PortalAnswer = { is: 'unasked', reason: 'no answer' }
const check = (is: SealCheck['is']): SealCheck => ({ is, seals: [] })

test('a genuine file is green for its own reference or none, never for another', () => {
  expect(fileMessage(answer(portalAnswer('genuine'))).tone).toBe('received')
  expect(fileMessage(answer(portalAnswer('genuine'), { pageReference: reference })).tone).toBe('received')
  const another = fileMessage(answer(portalAnswer('genuine'), { pageReference: other }))
  expect(another).toMatchObject({ tone: 'todo', title: 'Ce n’est pas le document de cette référence' })
  expect(another.text).toContain('1111-2222-3333-4444')
  expect(another.text).toContain('AAAA-BBBB-CCCC-DDDD')
  expect(fileMessage(answer(portalAnswer('revoked'), { pageReference: other })).tone).toBe('danger')
  expect(fileMessage(answer({ is: 'original', contract }, { pageReference: other })).tone).toBe('todo')
  expect(fileMessage(answer({ is: 'altered', contract }, { pageReference: other })).tone).toBe('danger')
})

test('without the portal the file’s own seal is checked, and nothing is green', () => {
  const tones = (['sealed', 'changed', 'unsealed', 'uncertain'] as const).map((is) => {
    const words = fileMessage(answer(unasked, { check: check(is) }))
    expect(words.text).toContain('il n’a pas pu dire')
    return words.tone
  })
  expect(tones).toEqual(['known', 'danger', 'todo', 'todo'])
  expect(fileMessage(answer(unasked)).text).toContain('Cette page ne peut pas non plus vérifier le cachet')
  expect(fileMessage(answer(unasked, { check: check('sealed'), pageReference: other })).title).toBe(
    'Ce n’est pas le document de cette référence',
  )
})

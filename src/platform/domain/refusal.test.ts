import { describe, expect, test } from 'vitest'
import { refusals } from '#portal/domain/refusals.ts'
import { Refusal, type RefusalCode, refuseUnless } from './refusal.ts'

describe('a refusal', () => {
  test.each(Object.entries(refusals))('%s has status %i, which is an error', (code, status) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    const refusal = new Refusal(code as RefusalCode, 'Why not.')
    expect(refusal).toMatchObject({ status, message: 'Why not.', facts: {}, fields: [] })
  })

  test('says a sentence, never its code', () => {
    for (const code of ['not_signed_in', 'not_allowed', 'not_found'] as const) {
      expect(new Refusal(code).message).toMatch(/^[A-Z][^_]+\.$/)
    }
    // @ts-expect-error a code without a sentence of its own does not compile without one
    const unexplained = () => new Refusal('lead_moved_meanwhile')
    expect(unexplained).toBeTypeOf('function')
    // @ts-expect-error nor does it here
    expect(() => refuseUnless(false, 'lead_moved_meanwhile')).toThrow(Refusal)
  })

  test('carries the details that the client needs beyond the code', () => {
    const fields = [{ path: 'email', message: 'Email invalide' }]
    const refusal = new Refusal('lead_moved_meanwhile', 'Ce lead a été déplacé.', { facts: { status: 'refuse' }, fields })
    expect(refusal).toMatchObject({ status: 409, message: 'Ce lead a été déplacé.', facts: { status: 'refuse' }, fields })
    expect(refusal).toBeInstanceOf(Error)
  })

  test('is thrown unless the condition holds', () => {
    expect(() => refuseUnless(true, 'not_found')).not.toThrow()
    for (const nothing of [false, null, undefined, 0, '']) expect(() => refuseUnless(nothing, 'not_found')).toThrow(Refusal)
  })
})

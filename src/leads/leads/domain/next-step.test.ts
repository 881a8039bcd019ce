import { describe, expect, test } from 'vitest'
import { defaultStages, leadStatuses } from '#test/default-stages.ts'
import { nextStep } from './next-step.ts'
import { registrationStates } from './registration-states.ts'

const lead = { status: 'nouveau', registration: { state: 'accepted' } } as const

describe('the next step of a lead', () => {
  test('an open lead goes one column to the right', () => {
    expect(leadStatuses.map((status) => nextStep({ ...lead, status }, defaultStages).to)).toEqual([
      'premier_contact',
      'call_effectue',
      'signe',
      null,
      null,
    ])
  })

  test('nobody calls or writes to a client who was erased', () => {
    const steps = (more: object) => leadStatuses.map((status) => nextStep({ ...lead, ...more, status }, defaultStages).text)
    expect(steps({}).join()).toMatch(/appelez/)
    expect(steps({ erasedAt: '2026-11-30T00:00:00.000Z' }).join()).not.toMatch(/appel|écrivez/)
  })

  test('what is refused or merged goes nowhere', () => {
    for (const state of ['refused', 'merged'] as const)
      for (const status of leadStatuses) expect(nextStep({ status, registration: { state } }, defaultStages).to).toBeNull()
  })

  test('what somebody already follows waits for an answer, but for a lead that is signed or lost', () => {
    const registration = { state: 'submitted', contested: true } as const
    const steps = leadStatuses.map((status) => nextStep({ status, registration }, defaultStages))
    expect(steps.map(({ to }) => to)).toEqual(leadStatuses.map(() => null))
    expect(steps.map(({ text }) => text.includes('attendez la réponse'))).toEqual([true, true, true, false, false])
  })

  test('every state has a sentence', () => {
    for (const state of registrationStates)
      for (const status of leadStatuses) expect(nextStep({ status, registration: { state } }, defaultStages).text).toMatch(/\.$/)
  })

  test('a signed lead says whom its money waits for', () => {
    const signed = (status: 'en_attente' | 'valide' | 'paye', awaitsClient = false) =>
      nextStep({ ...lead, status: 'signe', commission: { status, awaitsClient } }, defaultStages).text
    expect(signed('en_attente', true)).toContain('client')
    expect(signed('en_attente')).toContain('équipe')
    const { text } = nextStep({ ...lead, status: 'signe', commission: null }, defaultStages)
    expect(text).toBe(signed('en_attente', true))
    expect(signed('valide')).toContain('versement')
    expect(signed('paye')).toContain('payé')
  })
})

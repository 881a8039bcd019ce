import { expect, test } from 'vitest'
import { type RegistrationState, registrationStates } from '#leads/leads/domain/registration-states.ts'
import { leadWouldBring } from './own-rate.ts'

const brings = (state: RegistrationState, contested?: true) =>
  leadWouldBring({ status: 'nouveau', estimatedAmountCents: 2_800_000, registration: { state, contested } }, 15)

test('a lead promises money only while its registration may bring some', () => {
  const without = registrationStates.filter((state) => brings(state) === null)
  expect(without).toEqual(['refused', 'merged'])
  expect(brings('submitted', true)).toBeNull()
  expect(brings('accepted')?.replace(/\s/g, ' ')).toBe('≈ 4 200 € pour vous')
})

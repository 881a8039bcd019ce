import type { TeamPerson } from '../api.ts'

/** The colleagues who may get the leads of somebody, to choose from: those who have come in and see leads. */
export const leadReceivers = (people: readonly TeamPerson[], formerId: string) =>
  people
    .filter(({ id, role, state }) => id !== formerId && role !== 'accountant' && state === 'active')
    .map(({ id, fullName }) => ({ value: id, label: fullName }))

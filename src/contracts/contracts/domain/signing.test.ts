import { expect, test } from 'vitest'
import { formatReference, readReference } from '#platform/domain/references.ts'
import { contractStatuses } from './contracts.ts'
import { contractStage, contractStages, maskedAddress, mayHaveStage, stageRules } from './signing.ts'

const at = new Date(0)
const nothing = { openedAt: null, codeSentAt: null, declinedAt: null, countersignedAt: null }

test.each([
  [{ status: 'en_attente', signingMethod: null, ...nothing }, 'assigned'],
  [{ status: 'en_attente', signingMethod: null, ...nothing, openedAt: at }, 'opened'],
  [{ status: 'en_attente', signingMethod: null, ...nothing, openedAt: at, codeSentAt: at }, 'code_sent'],
  [{ status: 'en_attente', signingMethod: null, ...nothing, openedAt: at, codeSentAt: at, declinedAt: at }, 'declined'],
  [{ status: 'signe', signingMethod: 'electronic', ...nothing, openedAt: at, codeSentAt: at }, 'signed'],
  [{ status: 'signe', signingMethod: 'electronic', ...nothing, countersignedAt: at }, 'countersigned'],
  [{ status: 'signe', signingMethod: 'validated', ...nothing, openedAt: at }, 'validated'],
] as const)('%j is at stage %s', (contract, stage) => expect(contractStage(contract)).toBe(stage))

test('a reference is shown in groups of four and read in any notation', () => {
  expect(formatReference('0123456789ABCDEF')).toBe('0123-4567-89AB-CDEF')
  expect(readReference(' oi23-4567 89ab-cdef')).toBe('0123456789ABCDEF')
  for (const wrong of ['', '0123', '0123456789ABCDEFG', '0123456789ABCDEU']) expect(readReference(wrong)).toBeNull()
})

test.each([
  ['marie@exemple.fr', 'm…e@exemple.fr'],
  ['a@b.example', 'a…@b.example'],
])('%s is shown as %s', (address, masked) => expect(maskedAddress(address)).toBe(masked))

test('each stage has one rule and one status', () => {
  expect(stageRules.map(({ stage }) => stage).sort()).toEqual([...contractStages].sort())
  for (const stage of contractStages) {
    expect(
      contractStatuses.filter((status) => mayHaveStage(status, stage)),
      stage,
    ).toHaveLength(1)
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { damagedFiles, mutatedFiles } from '#test/samples/pdf/damaged.ts'
import { letter } from '#test/samples/pdf/documents.ts'
import { defaults } from '#test/samples/pdf/signing.ts'
import { openSealer } from './open-sealer.ts'
import { sealLimits } from './processes/seal-processes.ts'
import type { Sealer } from './sealing.ts'

/** Lower than in production, so that runaway files are stopped quickly. */
const limits = { ...sealLimits, inspection: { timeoutMs: 5000, heapMb: 40, memoryMb: 256, processes: 2, maxQueued: 20 } }
let sealer: Sealer
beforeAll(async () => {
  sealer = await openSealer({ ...defaults(), limits })
})
afterAll(async () => {
  await sealer.close()
})

const answer = expect.toSatisfy(
  (inspection: object) =>
    'route' in inspection || ('unsignable' in inspection && ['damaged', 'unreadable'].includes(String(inspection.unsignable))),
)

test.each(Object.entries(damagedFiles))('%s gets a response, and the next upload too', async (_, make) => {
  expect(await sealer.inspect({ kind: 'pdf', bytes: make() })).toEqual(answer)
  expect(await sealer.inspect({ kind: 'pdf', bytes: letter() })).toEqual({ route: 'A', pages: 2, remarks: [] })
})

test('three hundred damaged copies of PDFs get a response each', async () => {
  const inspections = []
  for (const bytes of mutatedFiles(300)) inspections.push(await sealer.inspect({ kind: 'pdf', bytes }))
  expect(inspections).toEqual(inspections.map(() => answer))
  const signable = inspections.filter((each) => 'route' in each).length
  expect(signable).toBeGreaterThan(30)
  expect(signable).toBeLessThan(270)
  expect(await sealer.inspect({ kind: 'pdf', bytes: letter() })).toEqual({ route: 'A', pages: 2, remarks: [] })
})

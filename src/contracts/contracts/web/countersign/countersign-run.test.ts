import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { countersignSequentially } from './countersign-run.ts'

test('contracts are counter-signed one after the other, and a failure does not stop the rest', async () => {
  const under: string[] = []
  const steps: (readonly [number, number])[] = []
  await countersignSequentially(
    ['a', 'b', 'c'].map((id) => ({ id })),
    async ({ id }) => {
      under.push(`+${id}`)
      await Promise.resolve()
      if (id === 'b') throw new Error('Already counter-signed')
      under.push(`-${id}`)
    },
    { stopped: () => false, onStep: (signed, failed) => steps.push([signed.length, failed.length]) },
  )
  expect(under).toEqual(['+a', '-a', '+b', '+c', '-c'])
  expect(steps).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
  ])
})

test('a rejected code ends the run at once: no other contract is tried with it', async () => {
  const tried: string[] = []
  const refused = new ApiError({ code: 'signing_code_wrong', detail: 'no', status: 403, fields: [], facts: {} })
  const error = await countersignSequentially(
    ['a', 'b'].map((id) => ({ id })),
    async ({ id }) => {
      tried.push(id)
      throw refused
    },
    { stopped: () => false, onStep: () => expect.unreachable() },
  )
  expect([error, tried]).toEqual([refused, ['a']])
})

test('after a stop it finishes the current contract and starts no other', async () => {
  let stopped = false
  const done: string[] = []
  await countersignSequentially(
    ['a', 'b', 'c'].map((id) => ({ id })),
    async ({ id }) => {
      done.push(id)
      stopped = true
    },
    { stopped: () => stopped, onStep: () => undefined },
  )
  expect(done).toEqual(['a'])
})

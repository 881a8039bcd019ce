import { describe, expect, it } from 'vitest'
import { oneAtATime } from './use-action.ts'

function observed() {
  const states: boolean[] = []
  const failures: unknown[] = []
  return { states, failures, attempt: oneAtATime((busy) => states.push(busy)), failed: (error: unknown) => failures.push(error) }
}

describe('an action', () => {
  it('is busy while it runs, and a second one meanwhile is dropped', async () => {
    const { states, attempt, failed } = observed()
    const work = Promise.withResolvers<void>()
    let second = 0
    const first = attempt(() => work.promise, failed)
    await attempt(async () => second++, failed)
    expect([states, second]).toEqual([[true], 0])
    work.resolve()
    await first
    await attempt(async () => second++, failed)
    expect([states, second]).toEqual([[true, false, true, false], 1])
  })

  it('tells its failure, and can be tried again', async () => {
    const { states, failures, attempt, failed } = observed()
    const refusal = new Error('refused')
    await attempt(() => Promise.reject(refusal), failed)
    await attempt(async () => undefined, failed)
    expect(failures).toEqual([refusal])
    expect(states).toEqual([true, false, true, false])
  })
})

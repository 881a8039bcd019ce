import { describe, expect, test } from 'vitest'
import {
  checksDuplicate,
  inQueueOrder,
  isTooOld,
  maxKeyAgeMs,
  newQueuedLead,
  nextQueued,
  queuedAbilities,
  refusedLead,
  retried,
  sending,
  withProblem,
} from './queued-leads.ts'

const lead = (key: string, filledAt: number) => newQueuedLead(key, { company: key }, filledAt, null)
const duplicate = { kind: 'duplicate', text: 'Ce contact est déjà suivi' } as const

describe('leads that wait on the device', () => {
  test('they go out in the order in which they were filled in', () => {
    const queue = [lead('c', 3), lead('a', 1), lead('b', 1)]
    expect(inQueueOrder(queue).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    expect(nextQueued(queue)?.key).toBe('a')
    expect(nextQueued([])).toBeNull()
  })

  test('one that waits for its partner does not keep the others', () => {
    const queue = [withProblem(lead('a', 1), duplicate), lead('b', 2)]
    expect(nextQueued(queue)?.key).toBe('b')
  })

  test('the key and the time of the first attempt stay, however often it is sent', () => {
    const sent = sending(lead('a', 1), 10)
    expect(sending(sent, 20)).toEqual({ ...lead('a', 1), sentAt: 10 })
  })

  test('what may have arrived is neither changed nor asked about, or it would be its own duplicate', () => {
    const sent = sending(lead('a', 1), 10)
    expect([queuedAbilities(lead('a', 1)).change, queuedAbilities(sent).change]).toEqual([true, false])
    expect([checksDuplicate(lead('a', 1)), checksDuplicate(sent)]).toEqual([true, false])
  })

  test('what the command refused did not arrive: it can be changed', () => {
    const refused = refusedLead(sending(lead('a', 1), 10), 'Email invalide')
    expect(refused.problem).toEqual({ kind: 'refused', text: 'Email invalide' })
    expect(queuedAbilities(refused)).toEqual({ change: true, retry: true })
  })

  test('a duplicate goes out once its partner insists, and is not asked about again', () => {
    const insisting = retried(withProblem(lead('a', 1), duplicate))
    expect([insisting.problem, checksDuplicate(insisting)]).toEqual([null, false])
    expect(retried(refusedLead(insisting, 'Email invalide')).insists).toBe(true)
  })

  test('a key that the portal may have forgotten is not sent by itself', () => {
    const sent = sending(lead('a', 1), 10)
    expect([isTooOld(sent, 10 + maxKeyAgeMs), isTooOld(sent, 11 + maxKeyAgeMs)]).toEqual([false, true])
    expect(isTooOld(lead('a', 1), Number.MAX_SAFE_INTEGER)).toBe(false)
    const again = retried(withProblem(sent, { kind: 'doubtful', text: 'Vérifiez' }))
    expect([again.sentAt, checksDuplicate(again)]).toEqual([null, true])
  })
})

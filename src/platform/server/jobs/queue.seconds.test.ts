import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { soleOwner } from '#access/domain/actor.ts'
import type { Database } from '#platform/server/db/database.ts'
import { databaseKinds, freshDatabase, testLog } from '#test/databases.ts'
import { openQueue, type Queue } from './queue.ts'

const userId = '0190a000-0000-7000-8000-00000000aaaa'
const partner = { kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true } as const
const silent = testLog.child({}, { level: 'silent' })

describe.each(databaseKinds('every'))('the job queue on %s', (databaseKind) => {
  let database: Database
  let queue: Queue
  let close: () => Promise<void>
  let doneAt: number[] = []
  const openWorking = async () => {
    const opened = await openQueue(database, silent)
    await opened.work('event', async () => void doneAt.push(performance.now()))
    return opened
  }
  beforeAll(async () => {
    ;({ database, close } = await freshDatabase(databaseKind))
    queue = await openWorking()
  })
  afterAll(async () => {
    await queue.stop()
    await close()
  })

  it('runs a partner’s job within 100 ms of the commit', async () => {
    const delays: number[] = []
    for (let round = 0; round < 10; round += 1) {
      doneAt = []
      await database.asActor(partner, (tx) => queue.send(tx, 'event', {}))
      const committed = performance.now()
      await vi.waitFor(() => expect(doneAt).toHaveLength(1), { interval: 2, timeout: 15_000 })
      delays.push((doneAt[0] ?? Number.POSITIVE_INFINITY) - committed)
    }
    delays.sort((a, b) => a - b)
    expect(delays[5]).toBeLessThan(100)
  })

  it('stops at once when no job is running', async () => {
    const began = performance.now()
    await queue.stop()
    // pg-boss alone takes half a second more.
    expect(performance.now() - began).toBeLessThan(450)
    queue = await openWorking()
  })
})

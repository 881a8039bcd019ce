import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { letter, noise } from '#test/samples/pdf/documents.ts'
import { requestFor, withSealer } from '#test/samples/pdf/signing.ts'
import { sealLimits } from './seal-thread.ts'

const request = () => requestFor({ kind: 'pdf', bytes: letter() })

test('a seal that takes too long is given up, and the next request gets its own answer', async () => {
  const limits = { ...sealLimits, timeoutMs: 1 }
  await withSealer(
    async (sealer) => {
      const ends = await Promise.allSettled([sealer.seal(request()), sealer.seal(request())])
      expect(ends).toMatchObject([{ reason: { code: 'seal_timeout' } }, { reason: { code: 'seal_timeout' } }])
      limits.timeoutMs = 60_000
      expect(await sealer.seal(request())).toMatchObject({ route: 'A' })
    },
    { limits },
  )
})

test('a seal that runs out of memory fails, and the next request works in a new thread', async () => {
  const limits = { ...sealLimits, memoryMb: 10 }
  await withSealer(
    async (sealer) => {
      await expect(sealer.seal(request())).rejects.toMatchObject({ code: 'seal_failed' })
      limits.memoryMb = 512
      expect(await sealer.seal(request())).toMatchObject({ route: 'A' })
    },
    { limits },
  )
})

test('no more than fifty documents wait', async () => {
  await withSealer(async (sealer) => {
    const ends = await Promise.allSettled(Array.from({ length: 53 }, () => sealer.seal(request())))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(51)
    expect(ends.slice(51)).toMatchObject([{ reason: { code: 'queue_full' } }, { reason: { code: 'queue_full' } }])
  })
})

test('what waits when the portal closes is told so', async () => {
  const ends = await withSealer(async (sealer) => {
    const waiting = Promise.allSettled([sealer.seal(request()), sealer.inspect({ kind: 'pdf', bytes: letter() })])
    await sealer.close()
    return waiting
  })
  expect(ends).toMatchObject([{ reason: { code: 'seal_failed' } }, { reason: { code: 'seal_failed' } }])
})

test('bytes are handed to the thread, not copied; those of an inspection stay', async () => {
  await withSealer(async (sealer) => {
    const sealing = request()
    if (sealing.subject.kind === 'link') throw new Error('this is about a file')
    const { bytes } = sealing.subject
    await sealer.inspect({ kind: 'pdf', bytes })
    expect(bytes.length).toBeGreaterThan(0)
    await sealer.seal(sealing)
    expect(bytes.length).toBe(0)
  })
})

test('bytes that share their memory with others are left alone', async () => {
  await withSealer(async (sealer) => {
    const pooled = Buffer.from(letter())
    const neighbour = new Uint8Array(pooled.buffer)
    const before = neighbour.length
    const sealing = requestFor({ kind: 'pdf', bytes: pooled })
    await sealer.seal({ ...sealing, subject: { ...sealing.subject, bytes: pooled } as typeof sealing.subject })
    expect(neighbour.length).toBe(before)
  })
})

test('other requests go on while ten megabytes are sealed', async () => {
  await withSealer(async (sealer) => {
    await sealer.seal(request())
    const large = requestFor({ kind: 'pdf', bytes: noise(10) })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await sealer.seal(large)
    delay.disable()
    expect(delay.max / 1e6).toBeLessThan(200)
  })
})

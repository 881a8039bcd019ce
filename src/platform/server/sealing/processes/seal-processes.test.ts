import { expect, test } from 'vitest'
import { inflationBomb } from '#test/samples/pdf/damaged.ts'
import { letter, noise } from '#test/samples/pdf/documents.ts'
import { requestFor, withSealer } from '#test/samples/pdf/signing.ts'
import { sealLimits } from './seal-processes.ts'

const request = () => requestFor({ kind: 'pdf', bytes: letter() })

/** Limits that tests change while the sealer is open. */
const changeable = () => ({ inspection: { ...sealLimits.inspection }, sealing: { ...sealLimits.sealing } })

test('a seal beyond its time limit fails, and the next request gets its own response', async () => {
  const limits = changeable()
  limits.sealing.timeoutMs = 1
  await withSealer(
    async (sealer) => {
      const ends = await Promise.allSettled([sealer.seal(request()), sealer.seal(request())])
      expect(ends).toMatchObject([{ reason: { code: 'seal_timeout' } }, { reason: { code: 'seal_timeout' } }])
      limits.sealing.timeoutMs = 60_000
      expect(await sealer.seal(request())).toMatchObject({ route: 'A' })
    },
    { limits },
  )
})

test('a seal that runs out of memory fails, and the next request works in a new process', async () => {
  const limits = changeable()
  limits.sealing.memoryMb = 10
  await withSealer(
    async (sealer) => {
      await expect(sealer.seal(requestFor({ kind: 'pdf', bytes: noise(10) }))).rejects.toMatchObject({ code: 'seal_failed' })
      limits.sealing.memoryMb = 1024
      expect(await sealer.seal(request())).toMatchObject({ route: 'A' })
    },
    { limits },
  )
})

test('at most fifty documents wait', async () => {
  await withSealer(async (sealer) => {
    const ends = await Promise.allSettled(Array.from({ length: 53 }, () => sealer.seal(request())))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(51)
    expect(ends.slice(51)).toMatchObject([{ reason: { code: 'queue_full' } }, { reason: { code: 'queue_full' } }])
  })
})

test('waiting tasks fail when the portal closes', async () => {
  const ends = await withSealer(async (sealer) => {
    const waiting = Promise.allSettled([sealer.seal(request()), sealer.inspect({ kind: 'pdf', bytes: letter() })])
    await sealer.close()
    return waiting
  })
  expect(ends).toMatchObject([{ reason: { code: 'seal_failed' } }, { reason: { code: 'seal_failed' } }])
})

test('the caller’s bytes are not transferred', async () => {
  await withSealer(async (sealer) => {
    const pooled = Buffer.from(letter())
    const sealing = requestFor({ kind: 'pdf', bytes: pooled })
    const { bytes } = await sealer.seal({ ...sealing, subject: { ...sealing.subject, bytes: pooled } as typeof sealing.subject })
    expect(pooled.equals(letter())).toBe(true)
    expect(pooled.equals(bytes.subarray(0, pooled.length))).toBe(true)
  })
})

test('other requests go on while ten megabytes are sealed', async () => {
  await withSealer(async (sealer) => {
    await sealer.seal(request())
    const large = requestFor({ kind: 'pdf', bytes: noise(10) })
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 5)
    await sealer.seal(large)
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(5)
  })
})

test('contracts are sealed while an upload’s inspection runs into its limit', async () => {
  await withSealer(async (sealer) => {
    const ends: string[] = []
    const inspecting = sealer.inspect({ kind: 'pdf', bytes: inflationBomb(600) }).then((inspection) => {
      ends.push('inspected')
      return inspection
    })
    await sealer.seal(request()).then(() => ends.push('sealed'))
    expect(await inspecting).toEqual({ unsignable: 'unreadable' })
    expect(await sealer.inspect({ kind: 'pdf', bytes: letter() })).toMatchObject({ route: 'A' })
    expect(ends).toContain('sealed')
  })
})

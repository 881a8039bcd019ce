import { expect, test } from 'vitest'
import { slownessNow } from '#test/machine-speed.ts'
import { letter, noise } from '#test/samples/pdf/documents.ts'
import { requestFor, withSealer } from '#test/samples/pdf/signing.ts'

test('sealing ten megabytes takes this process less than 200 ms of a quiet processor', async () => {
  await withSealer(async (sealer) => {
    await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))
    const large = requestFor({ kind: 'pdf', bytes: noise(10) })
    const before = process.threadCpuUsage()
    await sealer.seal(large)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(200 * slownessNow())
  })
})

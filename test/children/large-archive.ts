import { rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Part } from '#operations/backup/server/parts.ts'
import { archiveParts, checkArchive } from '#operations/backup/server/read-archive.ts'
import { writeArchive } from '#operations/backup/server/write-archive.ts'

/** What `test/children/large-archive.ts` prints: bytes, and the memory in use at some moments. */
export interface LargeArchive {
  readonly written: number
  readonly read: number
  readonly samples: readonly number[]
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const samples: number[] = []
/** What is in use, without what only waits to be collected. */
const sample = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  samples.push(heapUsed + external)
}

const block = Buffer.alloc(65_536, 'contract')
function* blocks(size: number, halfway: () => void): Generator<Buffer> {
  for (let left = size; left > 0; left -= block.length) {
    if (left <= size / 2 && left > size / 2 - block.length) halfway()
    yield block.subarray(0, left)
  }
}

/** Puts ten files of 8 MB after the first parts of an archive and before the last one. */
async function* large(first: readonly Part[], last: Part): AsyncGenerator<Part> {
  const size = 8_000_000
  yield* first
  for (let each = 0; each < 10; each += 1) {
    const content = async () => Readable.from(blocks(size, sample))
    yield { kind: 'file', key: `contract/0190a000-0000-7000-8000-00000000aaa${each}`, size, sha256: null, content }
  }
  yield last
}

/** Writes, checks and reads an archive in this process, whose memory nothing else uses. */
const [path = '', first = '', last = ''] = process.argv.slice(2)
sample()
await writeArchive(path, large(JSON.parse(first), JSON.parse(last)), { passphrase: null, logN: 4 })
const writtenBytes = statSync(path).size
await checkArchive({ path, passphrase: null })
let read = 0
for await (const part of archiveParts({ path, passphrase: null })) {
  if (part.kind !== 'file') continue
  for await (const chunk of await part.content()) read += (chunk as Buffer).length
  sample()
}
rmSync(path)
process.stdout.write(JSON.stringify({ written: writtenBytes, read, samples } satisfies LargeArchive))

import { createHash } from 'node:crypto'
import { packTar } from 'modern-tar'
import { ArchiveError, entryNames } from './archive-format.ts'

/** Two blocks of zeros end a tar archive. */
const endBytes = 1024
/** The seal: a header, a checksum, and the end. */
const sealBytes = 512 + 512 + endBytes

/**
 * The seal of an archive: an entry with the checksum of every byte before it. The archive's own checksums cover neither the
 * blocks that fill up nor a missing end.
 */
function buildSeal(sha256: string): Promise<Uint8Array> {
  const body = `${sha256}\n`
  return packTar([{ header: { name: entryNames.seal, size: body.length, mode: 0o600, mtime: new Date(0), type: 'file' }, body }])
}

/** Yields all bytes but the last `count`, which it returns. Large chunks are passed on without being copied. */
async function* allBut(count: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Buffer> {
  let held = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const isLarge = chunk.length >= count
    if (isLarge && held.length > 0) yield held
    const all = isLarge ? chunk : Buffer.concat([held, chunk])
    const cut = Math.max(0, all.length - count)
    if (cut > 0) yield all.subarray(0, cut)
    held = Buffer.from(all.subarray(cut))
  }
  return held
}

/** The bytes of a tar archive with the seal in place of its end. */
export async function* sealed(tar: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const bytes = allBut(endBytes, tar)
  let step = await bytes.next()
  for (; !step.done; step = await bytes.next()) {
    hash.update(step.value)
    yield step.value
  }
  yield await buildSeal(hash.digest('hex'))
}

/** The same bytes, seal included. Throws an ArchiveError at the end of one that is not what was written. */
export async function* unsealed(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const bytes = allBut(sealBytes, archive)
  let step = await bytes.next()
  for (; !step.done; step = await bytes.next()) {
    hash.update(step.value)
    yield step.value
  }
  const mark = step.value
  const expected = await buildSeal(hash.digest('hex'))
  if (Buffer.compare(mark, expected) !== 0) throw brokenSeal(mark)
  yield mark
}

function brokenSeal(mark: Buffer): ArchiveError {
  const name = entryNames.seal
  const isComplete = mark.length === sealBytes && mark.subarray(0, name.length).toString('latin1') === name
  return isComplete
    ? new ArchiveError('damaged', 'The archive is damaged: its content is not what was written. Use another one.')
    : new ArchiveError('incomplete', 'The archive is not complete: its end is missing. Copy it again, or use another one.')
}

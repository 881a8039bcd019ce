import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { ArchiveError } from './archive-format.ts'

/** How age files begin (age-encryption.org/v1). */
const magic = 'age-encryption.org/'

type Bytes = AsyncIterable<Uint8Array>
type AgeStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>

/** The cost that OWASP recommends: half a second and 128 MB. The library's default needs twice that. */
const usualCost = 17

/** `logN`: cost of guessing a passphrase (scrypt), as a power of two. */
export async function encrypted(bytes: Bytes, passphrase: string, logN = usualCost): Promise<Bytes> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(logN)
  encrypter.setPassphrase(passphrase)
  return asBytes(await encrypter.encrypt(asStream(bytes)))
}

export function isEncrypted(firstBytes: Buffer): boolean {
  return firstBytes.subarray(0, magic.length).toString('latin1') === magic
}

/** The bytes that were encrypted. Throws an ArchiveError: every piece is authenticated, its order and the end included. */
export async function* decrypted(bytes: Bytes, passphrase: string | null): AsyncGenerator<Uint8Array> {
  if (passphrase === null) {
    throw new ArchiveError('passphrase', 'The archive is encrypted: set BACKUP_PASSPHRASE to what it was made with.')
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const opened = await decrypter.decrypt(asStream(bytes)).catch((error: unknown) => {
    throw new ArchiveError(
      'passphrase',
      'BACKUP_PASSPHRASE does not open this archive: it is another one, or the first lines of the archive are damaged.',
      error,
    )
  })
  try {
    yield* asBytes(opened)
  } catch (error) {
    throw new ArchiveError(
      'damaged',
      'The encrypted archive is damaged or not complete: it is not what was written. Copy it again, or use another one.',
      error,
    )
  }
}

const asStream = (bytes: Bytes) => Readable.toWeb(Readable.from(bytes, { objectMode: false })) as unknown as AgeStream
const asBytes = (stream: globalThis.ReadableStream<Uint8Array>) => stream as unknown as ReadableStream<Uint8Array>

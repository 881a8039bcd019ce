import { text } from 'node:stream/consumers'
import { BrokenContent, mayPass, S3Client, S3Error, type S3Limits, type S3Request } from './s3-client.ts'
import { checkKey, type FileStore } from './store.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** A bucket of an S3-compatible object store, for this portal alone. */
export interface S3Settings {
  /** `https://s3.eu-west-3.amazonaws.com`, `http://minio:9000` … */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const usual: S3Limits = { connectMs: 3000, silentMs: 10_000, maxAttempts: 3 }
const markKey = 'mark'
const probeKey = 'probe'

/**
 * Stores files in a bucket. An object appears when all of its bytes have arrived and match their SHA-256, or not at all. Rejects
 * with StoreUnavailable while the store does not answer.
 */
export function openS3Store(settings: S3Settings, limits: Partial<S3Limits> = {}): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const place = `${endpoint.replace(/\/$/, '')}/${bucket}`
  // Not buckets as parts of the host name: those need a DNS entry each, which stores at home do not have.
  const client = new S3Client({ place, region, accessKeyId, secretAccessKey }, { ...usual, ...limits })
  const done = async (request: S3Request) => void (await asking(() => client.send(request))).resume()

  const readMark = async () => {
    const mark = await asking(async () => text(await client.send({ method: 'GET', key: markKey }))).catch(nothingAtKey)
    return mark?.trim() || null
  }

  return {
    place,
    readMark,
    async placeMark(mark) {
      const headers = { 'if-none-match': '*' }
      await done({ method: 'PUT', key: markKey, headers, body: `${mark}\n` }).catch((error: unknown) => {
        if (!isStatus(error, 412)) throw error
      })
      return (await readMark()) ?? mark
    },
    async write(key, content, facts) {
      checkKey(key)
      try {
        await asking(() => client.upload(key, content, facts))
      } catch (error) {
        content.destroy()
        // Not every compatible store forgets a body that broke off. Where this fails too, or nothing answers, the sweep does it.
        if (!(error instanceof StoreUnavailable)) await done({ method: 'DELETE', key }).catch(() => undefined)
        throw error instanceof BrokenContent ? error.cause : error
      }
    },
    async read(key, range) {
      checkKey(key)
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      return asking(() => client.send({ method: 'GET', key, headers }))
    },
    async delete(key) {
      checkKey(key)
      await done({ method: 'DELETE', key })
    },
    async health() {
      try {
        await done({ method: 'PUT', key: probeKey, body: 'probe' })
        return { ok: true }
      } catch (error) {
        return {
          ok: false,
          isAway: error instanceof StoreUnavailable,
          detail: `Files at ${place} cannot be written (${reasonOf(error)}): uploads are refused.`,
        }
      }
    },
    close: () => client.close(),
  }
}

/** Turns errors of the connection and of an overloaded or broken store into StoreUnavailable. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!mayPass(error)) throw error
    throw new StoreUnavailable(`The file store does not answer (${reasonOf(error)})`, { cause: error })
  }
}

function nothingAtKey(error: unknown): null {
  if (isStatus(error, 404) && (error as S3Error).code !== 'NoSuchBucket') return null
  throw error
}

const isStatus = (error: unknown, status: number) => error instanceof S3Error && error.status === status

export function reasonOf(error: unknown): string {
  const { name, code, message } = (error instanceof StoreUnavailable ? error.cause : error) as NodeJS.ErrnoException
  return code ?? (name === 'Error' ? message : name)
}

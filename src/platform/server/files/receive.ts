import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import { refusalOfDisk } from './no-room.ts'

/**
 * Streams a request body into a file and returns its size and SHA-256 (hex). Refuses with `tooLarge` at the first excess byte;
 * the rest of the body is drained, because clients read the response only after sending.
 */
export async function receiveBody(
  body: IncomingMessage,
  path: string,
  maxBytes: number,
  tooLarge: Refusal,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    if (Number(body.headers['content-length']) > maxBytes) throw tooLarge
    await pipeline(body.iterator({ destroyOnReturn: false }), measured, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    if (body.destroyed && !body.complete) throw new Refusal('malformed_request', m.uploadBrokeOff())
    body.resume()
    throw refusalOfDisk(error)
  }
  return { size, sha256: hash.digest('hex') }
}

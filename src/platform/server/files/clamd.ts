import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'

/** Time-out of clamd. Its own default of 120 s is too long for an upload. */
const silenceMs = 30_000
const maxReplyBytes = 4096

/** Scans files before they are stored. */
export interface VirusScanner {
  /**
   * Streams a file to the scanner; resolves only if it is reported clean. Refuses `file_infected`, `file_not_scannable` (too
   * large, unreadable) or `scanner_unavailable`.
   */
  scan(path: string): Promise<void>
  health(): Promise<{ readonly ok: boolean; readonly detail?: string }>
}

/** Client of clamd's INSTREAM and PING commands (clamd(8)). `address` is `tcp://host:port` or `unix:/path`. */
export function openClamd(address: string, log: FastifyBaseLogger, timeoutMs: number = silenceMs): VirusScanner {
  return {
    async scan(path) {
      const reply = await ask(address, timeoutMs, 'INSTREAM', path).catch(async (error: NodeJS.ErrnoException) => {
        if (await refusedStream(address, timeoutMs, error)) return 'INSTREAM size limit exceeded. ERROR'
        log.error({ err: error }, 'clamd does not answer')
        throw new Refusal('scanner_unavailable', m.scannerSilent())
      })
      if (reply === 'stream: OK') return
      log.warn({ reply }, 'clamd did not pass an upload')
      const [, signature] = /^stream: (.+) FOUND$/.exec(reply) ?? []
      if (signature) {
        throw new Refusal('file_infected', m.fileInfected({ signature }), { facts: { signature } })
      }
      if (/size limit exceeded/i.test(reply)) throw new Refusal('file_not_scannable', m.scannerTooLarge())
      if (reply.endsWith('ERROR')) throw new Refusal('file_not_scannable', m.scannerUnreadable())
      throw new Refusal('scanner_unavailable', m.scannerSilent())
    },
    async health() {
      const reply = await ask(address, timeoutMs, 'PING').catch((error: Error) => error.message)
      return reply === 'PONG' ? { ok: true } : { ok: false, detail: `The virus scanner does not answer: ${reply}` }
    },
  }
}

/** Sends a command, with the content for INSTREAM, and resolves with the reply. Rejects without one. */
async function ask(address: string, timeoutMs: number, command: 'INSTREAM' | 'PING', path?: string): Promise<string> {
  const socket = open(address)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)))
  const reply = readReply(socket)
  socket.write(`z${command}\0`)
  // A write error destroys the socket, which rejects the reply. clamd may also reply before reading everything.
  if (path) pipeline(createReadStream(path), framed, socket, { end: false }).catch((error: Error) => socket.destroy(error))
  try {
    return await reply
  } finally {
    socket.destroy()
  }
}

/**
 * Whether a running clamd closed the connection during the upload. It does so after replying that its StreamMaxLength is
 * exceeded, and that reply is lost if our next write fails before it is read.
 */
async function refusedStream(address: string, timeoutMs: number, { code }: NodeJS.ErrnoException): Promise<boolean> {
  if (code !== 'EPIPE' && code !== 'ECONNRESET') return false
  return ask(address, timeoutMs, 'PING').then(
    (reply) => reply === 'PONG',
    () => false,
  )
}

function open(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address)
  if (protocol === 'unix:') return connect({ path: decodeURIComponent(pathname) })
  return connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) })
}

/** clamd's chunk format: 4-byte big-endian length before each chunk, terminated by a zero length. */
async function* framed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}

function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const done = () => {
      const [answer = ''] = text.split('\0')
      if (answer === '') reject(new Error('the connection was closed without an answer'))
      else resolve(answer.trim())
    }
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      if (text.includes('\0') || text.length > maxReplyBytes) done()
    })
    socket.on('error', (error) => (text === '' ? reject(error) : done()))
    socket.on('end', done)
    socket.on('close', done)
  })
}

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import type { Upload } from '#contract/uploads.ts'
import { uploadQuery } from '#contract/uploads.ts'
import { uploadRules } from '#domain/files.ts'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { checkWho, parseQuery } from '../http/route-rules.ts'
import { actorOf, findSession } from '../http/session.ts'
import { newId } from '../ids.ts'
import type { Portal } from '../portal.ts'
import { doWork } from '../work.ts'
import { addUpload } from './commands.ts'
import { judgeFile } from './judge.ts'
import { fileKey } from './store.ts'

const headBytes = 4096

/**
 * `POST /api/uploads?purpose=…&name=…` with the file's bytes as the body: streamed, counted and judged by content. What is
 * too large is cut off at the first byte too many; what is refused or broken off leaves nothing.
 */
export function registerUploads(app: FastifyInstance, portal: Portal): void {
  const spool = join(portal.config.dataDir, 'spool')
  app.register(async (scope) => {
    scope.addHook('onReady', async () => {
      await rm(spool, { recursive: true, force: true })
      await mkdir(spool, { recursive: true, mode: 0o700 })
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.post('/api/uploads', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const actor = actorOf(await findSession(portal, request, reply))
      checkWho('admin', actor)
      const { purpose, name } = parseQuery(uploadQuery, request)
      const rule = uploadRules[purpose]
      refuseUnless(request.body, 'file_missing', 'The file is empty.')
      const { ok } = await portal.files.health()
      refuseUnless(ok, 'storage_full', 'The server is out of disk space: nothing was saved. Please tell the provider.')
      const id = newId()
      const path = join(spool, id)
      try {
        const measured = await receive(request.body as Readable, path, rule.maxBytes, rule.tooLarge)
        refuseUnless(measured.size > 0, 'file_missing', 'The file is empty.')
        const kind = await judgeFile(path, measured.head)
        if (!kind || !rule.kinds.includes(kind)) throw new Refusal('file_type_not_allowed', rule.wrongType)
        await portal.files.write(fileKey({ purpose, id }), createReadStream(path))
        const upload: Upload = { id, name, kind, size: measured.size, sha256: measured.sha256 }
        await doWork(portal, actor, (work) => addUpload(work, { ...upload, purpose }), request.id)
        return reply.code(201).send(upload)
      } finally {
        await rm(path, { force: true })
      }
    })
  })
}

/** Streams the body to a file, with its size, SHA-256 and first bytes. */
async function receive(body: Readable, path: string, maxBytes: number, tooLarge: string) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < headBytes) head.push(chunk.subarray(0, headBytes - size))
      size += chunk.length
      if (size > maxBytes) return done(new Refusal('file_too_large', tooLarge, { facts: { maxBytes } }))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(body, measure, createWriteStream(path, { mode: 0o600 }))
  return { size, head: Buffer.concat(head), sha256: hash.digest('hex') }
}

import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Upload } from '#api/uploads.ts'
import { uploadQuery } from '#api/uploads.ts'
import { uploadRules } from '#domain/files.ts'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { checkWho, parseQuery } from '../http/route-rules.ts'
import { actorOf, findSession } from '../http/session.ts'
import { newId } from '../ids.ts'
import type { Portal } from '../portal.ts'
import { withTransaction } from '../transaction.ts'
import { addUpload } from './commands.ts'
import { detectFileType } from './detect-file-type.ts'
import { openUnfinished } from './leftovers.ts'
import { inspectContract } from './inspect-contract.ts'
import { refusalOfDisk } from './no-room.ts'
import { receiveBody } from './receive.ts'
import { fileKey } from './store.ts'

/** Enough for 20 MB at 200 kbit/s. */
const slowestSeconds = 840

/**
 * `POST /api/uploads?purpose=…&name=…` with the file's bytes as body: streamed, size-limited, type detected by content, and
 * scanned if a virus scanner is configured. A refused or interrupted upload leaves nothing.
 */
export function registerUploads(app: FastifyInstance, portal: Portal): void {
  const spool = join(portal.config.dataDir, 'spool')
  app.register(async (scope) => {
    scope.addHook('onReady', () => openUnfinished(spool))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const options = { bodyLimit: Number.MAX_SAFE_INTEGER, config: { bodySeconds: slowestSeconds } }
    scope.post('/api/uploads', options, async (request, reply) => {
      const actor = actorOf(await findSession(portal, request, reply))
      checkWho('admin', actor)
      const { purpose, name } = parseQuery(uploadQuery, request)
      const rule = uploadRules[purpose]
      const { ok } = await portal.files.health()
      refuseUnless(ok, 'storage_full', 'The server cannot take files now: nothing was saved. Please tell the provider.')
      const id = newId()
      const path = join(spool, id)
      try {
        const tooLarge = new Refusal('file_too_large', rule.tooLarge, { facts: { maxBytes: rule.maxBytes } })
        const { size, sha256 } = await receiveBody(request.raw, path, rule.maxBytes, tooLarge)
        refuseUnless(size > 0, 'file_missing', 'The file is empty.')
        const kind = await detectFileType(path)
        if (!kind || !rule.kinds.includes(kind)) throw new Refusal('file_type_not_allowed', rule.wrongType)
        await portal.scanner?.scan(path)
        const inspection = purpose === 'contract' ? await inspectContract(portal, path, kind) : null
        const upload: Upload = { id, name, kind, size, sha256, inspection }
        await withTransaction(portal, actor, (context) => addUpload(context, { ...upload, purpose }), request.id)
        await portal.files.write(fileKey({ purpose, id }), createReadStream(path))
        return reply.code(201).send(upload)
      } catch (error) {
        throw refusalOfDisk(error)
      } finally {
        await rm(path, { force: true })
      }
    })
  })
}

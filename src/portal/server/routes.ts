import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { openSpool } from '#access/server/uploads.ts'
import { writeCursor } from '#platform/domain/live-cursor.ts'
import { refuseCrossSite } from '#platform/server/http/cross-site.ts'
import { answerErrors } from '#platform/server/http/errors.ts'
import { answerUnchanged } from '#platform/server/http/etag.ts'
import { limitBodyTime } from '#platform/server/http/limits/body-time.ts'
import { logRequests } from '#platform/server/http/request-log.ts'
import type { Portal } from '#platform/server/portal.ts'
import { followReaders } from '#platform/server/reading/reading.ts'
import { guestReading } from '#platform/server/reading/request-reading.ts'
import { registerLive } from '#portal/server/live/live-route.ts'
import type { SseHub } from '#portal/server/live/sse-hub.ts'
import { registerWebApp } from '#provider/programme/server/web-app.ts'
import { closeForMaintenance } from './maintenance.ts'
import { registerServerInfo } from './openapi/server-info.ts'
import { sendSecurityHeaders, serveWeb } from './serve-pages.ts'
import { constraints, slices } from './slices.ts'

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** Puts every route of the portal on the server. */
export async function registerPortal(app: FastifyInstance, portal: Portal, hub: SseHub): Promise<void> {
  answerErrors(app, constraints)
  logRequests(app)
  limitBodyTime(app)
  refuseCrossSite(app, portal.config)
  await app.register(cookie)
  followReaders(app, (request) => guestReading(request, portal.portalLanguage.known))
  // Each route says whether its answers are compressed. Compressed bodies are not taken: they could expand without end.
  await app.register(compress, { globalCompression: false, globalDecompression: false })
  sendSecurityHeaders(app, portal.config)
  closeForMaintenance(app, portal)
  // Taken before anything is read, so that the answer shows this event and all before it.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') && request.headers.cookie) reply.header('live-seq', writeCursor(hub.latest()))
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  answerUnchanged(app)
  for (const slice of Object.values(slices)) slice.bind(app, portal)
  app.addHook('onReady', () => openSpool(portal))
  registerLive(app, portal, hub)
  registerServerInfo(app, portal)
  registerWebApp(app, portal)
  await serveWeb(app, webFolder, portal)
}

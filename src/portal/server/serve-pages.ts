import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic, { type SendOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { findReader } from '#access/server/session.ts'
import { readingName, readings } from '#platform/domain/languages.ts'
import type { Config } from '#platform/server/config.ts'
import { compression } from '#platform/server/http/compression.ts'
import { answerNothingHere } from '#platform/server/http/unreadable.ts'
import type { Portal } from '#platform/server/portal.ts'
import { pageReading } from '#platform/server/reading/request-reading.ts'
import { openPage } from './page.ts'

/** Security headers that browsers heed for documents and workers only: 700 bytes. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** For data that is opened as if it were a page: it loads nothing, and nothing frames it. */
const dataPolicy = "default-src 'none';frame-ancestors 'none'"

function removeDocumentHeaders(reply: Pick<FastifyReply, 'raw'>): void {
  for (const name of documentHeaders) reply.raw.removeHeader(name)
}

const forEver = 'public, max-age=31536000, immutable'

/** Every address that no other route has. */
export const pageAddress = '/*'

/** A hashed file of the built pages. */
export const assetAddress = '/assets/*'

/** Security headers: no foreign code, no framing, no referrers. */
export function sendSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const behindTls = config.publicUrl.startsWith('https:')
  // Built once: the plugin for Fastify does it again for each request.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Names below it, too, since a page at one of them may set cookies for this host; docs/operating/settings.md warns of it.
    strictTransportSecurity: behindTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, (error) => done(error as Error)))
  app.addHook('onSend', (_, reply, payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      removeDocumentHeaders(reply)
      reply.raw.setHeader('content-security-policy', dataPolicy)
    }
    done(null, payload)
  })
}

/** Paths of the built files that have an address of their own; the page itself is made for each reader. */
function publicFiles(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => `${parentPath}${sep}${name}`.slice(folder.length + 1).replaceAll(sep, '/'))
  return new Set(paths.filter((path) => !/^\.vite\/|^index\.[\w-]+\.html$|\.(br|gz)$/.test(path)))
}

/**
 * Serves the built pages: hashed files for ever, already compressed; every other address that is not the API's gets the
 * one page, with a fresh nonce for the style elements of the component library.
 */
export async function serveWeb(app: FastifyInstance, folder: string, portal: Portal): Promise<void> {
  const pages = new Map(readings.map((reading) => [readingName(reading), openPage(folder, readingName(reading))]))
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${join(folder, 'assets')}`)
      const fresh = path.includes('service-worker.js') ? 'no-cache' : 'public, max-age=3600'
      reply.header('cache-control', hashed ? forEver : fresh)
      // A worker is bound by the policy that it came with; scripts, styles and fonts by that of their page.
      if (hashed && /\.(js|css|woff2?)(\.(br|gz))?$/.test(path)) removeDocumentHeaders(reply)
    },
  })
  const files = publicFiles(folder)
  const method = ['GET', 'HEAD']
  const sendFile =
    (path: string, options: SendOptions = {}) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      files.has(path) ? reply.sendFile(path, options) : answerNothingHere(request, reply)
  for (const path of files) {
    if (!path.startsWith('assets/')) app.route({ method, url: `/${path}`, handler: sendFile(path) })
  }
  // Immutable files are never requested again, so they need no validators, which take a tenth of a kilobyte each.
  const immutable = { etag: false, lastModified: false, acceptRanges: false }
  // One route for hundreds of files: one each takes a tenth of every start, and 12 MB.
  app.route<{ Params: { '*': string } }>({
    method,
    url: assetAddress,
    handler: (request, reply) => sendFile(`assets/${request.params['*']}`, immutable)(request, reply),
  })
  app.setNotFoundHandler(answerNothingHere)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(api|health|assets)(\/|\?|$)/.test(request.url)) return answerNothingHere(request, reply)
    const signedIn = await findReader(portal, request)
    const [path = '', query] = request.url.split('?')
    const page = pages.get(readingName(await pageReading(portal, request, reply, signedIn)))
    if (!page) return reply.code(503).type('text/plain').send('The pages are not built yet: run "npm start".')
    // A filter in the URL changes the first queries, so the page gets no hints.
    const reader = query || !page.dependsOnReader(path) ? null : signedIn
    const nonce = randomBytes(16).toString('base64')
    const policy = String(reply.getHeader('content-security-policy'))
      .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
      .replace("script-src 'self'", ["script-src 'self'", ...page.scriptHashes].join(' '))
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.html({ path, nonce, reader }))
  }
  app.route({ method, url: pageAddress, compress: compression, handler: sendPage })
}

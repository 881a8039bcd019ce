import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { anonymous } from '#access/domain/actor.ts'
import { serverInfoRoutes } from '#platform/api/server-info.ts'
import { bind } from '#platform/server/http/bind.ts'
import { portalHealth } from '#platform/server/http/health.ts'
import type { Portal } from '#platform/server/portal.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { legalLinks } from '../legal-links.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** Health, OpenAPI document and API documentation. */
export function registerServerInfo(app: FastifyInstance, portal: Portal): void {
  // Made when it is first asked for: few servers are asked, and a start need not wait for it.
  let openApi: ReturnType<typeof openApiDocument> | undefined
  const document = () => {
    openApi ??= openApiDocument()
    return openApi
  }
  bind(app, portal, serverInfoRoutes, {
    health: async ({ reply }) => {
      const { ok, serves, parts } = await portalHealth(portal)
      reply.header('cache-control', 'no-store')
      if (!serves) reply.code(503)
      const closed = portal.maintenance.current()
      const maintenance = closed && { since: closed.since.toISOString(), message: closed.message }
      return { ok, ...parts, ...(maintenance ? { maintenance } : {}) }
    },
    openApi: async () => ({ content: JSON.stringify(document()), mediaType: 'application/json; charset=utf-8' }),
    docs: async ({ reply }) => {
      const nonce = randomBytes(16).toString('base64')
      const policy = String(reply.getHeader('content-security-policy'))
      reply.header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`))
      const { links } = await portal.database.asActor(anonymous, currentSettings)
      return { content: docsPage(document(), { nonce, foot: legalLinks(links) }), mediaType: 'text/html; charset=utf-8' }
    },
  })
}

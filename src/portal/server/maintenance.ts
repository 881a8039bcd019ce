import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { settingsRoutes } from '#access/api/identity.ts'
import { addressOf } from '#platform/api/route.ts'
import {
  currentLanguage,
  documentReading,
  inLanguageOf,
  type WrittenLanguage,
  writtenLanguages,
} from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { escapeHtml } from '#platform/server/escape-html.ts'
import { sendProblem } from '#platform/server/http/errors.ts'
import type { Maintenance, MaintenanceState } from '#platform/server/http/maintenance-state.ts'
import { m } from '../messages/messages.ts'
import { legalLinks } from './legal-links.ts'
import { assetAddress, pageAddress } from './serve-pages.ts'

const securityAddress = addressOf(settingsRoutes.securityContact)

/** When browsers and programs ask again, in seconds. */
const retryAfter = 20

/** In the reader's language first, then in the others: whose session it is stays unknown while the portal is closed. */
const languagesInOrder = () => [currentLanguage(), ...writtenLanguages.filter((each) => each !== currentLanguage())] as const

const closedIn = (language: WrittenLanguage) => inLanguageOf(documentReading(language), () => m.maintenanceLine())

/**
 * While the portal is closed for maintenance, pages are one that comes back by itself, and the API refuses everybody with 503,
 * signing in included. `/health`, files of the pages and the address for weaknesses are answered as ever.
 */
export function closeForMaintenance(
  app: FastifyInstance,
  { maintenance }: { readonly maintenance: Pick<MaintenanceState, 'current'> },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const now = maintenance.current()
    const { url } = request.routeOptions
    if (!now || url === '/health' || url === assetAddress || url === securityAddress) return
    if (url === pageAddress && !/^\/(api|health|assets)(\/|\?|$)/.test(request.url)) return sendPage(reply, now)
    const closed = languagesInOrder().map(closedIn).join(' / ')
    const detail = now.message ? `${closed} ${now.message}` : closed
    return sendProblem(reply, request, new Refusal('maintenance', detail, { facts: { retryAfter } }))
  })
}

function sendPage(reply: FastifyReply, maintenance: Maintenance): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy'))
  return reply
    .code(503)
    .header('retry-after', retryAfter)
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`))
    .type('text/html; charset=utf-8')
    .send(typeset(buildPage(maintenance, nonce)))
}

const lineIn = (language: WrittenLanguage) =>
  inLanguageOf(documentReading(language), () => `${m.maintenanceLine()} ${m.maintenancePage()}`)

/** Needs nothing else: what a page loads may be of another version by the time it is back. */
function buildPage({ message, providerName, links }: Maintenance, nonce: string): string {
  const provider = escapeHtml(providerName || 'Passerelle')
  const [language, ...others] = languagesInOrder()
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retryAfter}">
<title>Maintenance · ${provider}</title>
<style nonce="${nonce}">
:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;font:1rem/1.55 system-ui,sans-serif;
background:light-dark(#faf9f6,#16171a);color:light-dark(#1c1d1f,#ecebe7)}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:2rem 1.5rem}
p{margin:0 0 1rem;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font:500 2rem/1.15 Georgia,serif}
.provider{font-weight:600}
.message{padding-left:1rem;border-left:3px solid light-dark(#c9c6bd,#4a4c52);white-space:pre-line}
a{color:inherit;margin-right:1rem}
.quiet{color:light-dark(#5b5d63,#a9abb2);font-size:.9rem}
</style></head>
<body><main>
<p class="provider">${provider}</p>
<h1>${m.maintenanceTitle()}</h1>
${message ? `<p class="message">${escapeHtml(message)}</p>` : ''}
<p>${m.maintenanceText()}</p>
${others.map((other) => `<p class="quiet" lang="${other}">${lineIn(other)}</p>`).join('\n')}
${legalLinks(links)}
</main></body></html>
`
}

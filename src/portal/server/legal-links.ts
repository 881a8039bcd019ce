import type { Settings } from '#access/api/identity.ts'
import { shownLinks } from '#platform/domain/legal-links.ts'
import { m } from '#platform/messages/messages.ts'
import { escapeHtml } from '#platform/server/escape-html.ts'

/** `LegalLinks` for pages that are written by the server. */
export function legalLinks(links: Partial<Settings['links']>): string {
  const shown = shownLinks(links).map(({ href, label }) => `<a href="${escapeHtml(href)}">${label}</a>`)
  return shown.length === 0 ? '' : `<nav aria-label="${m.legalLinks()}">${shown.join(' ')}</nav>`
}

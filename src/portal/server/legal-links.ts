import type { Settings } from '#access/api/identity.ts'
import { m } from '#platform/messages/messages.ts'

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** What public pages have to link to in law, for those that are written by the server: `LegalLinks` of the others. */
export function legalLinks(links: Partial<Settings['links']>): string {
  const labels = { legal: m.legalNotice, privacy: m.privacyPolicy, accessibility: m.accessibilityStatement }
  const shown = (['legal', 'privacy', 'accessibility'] as const).flatMap((each) =>
    links[each] ? `<a href="${escaped(links[each])}">${labels[each]()}</a>` : [],
  )
  return shown.length === 0 ? '' : `<nav aria-label="${m.legalLinks()}">${shown.join(' ')}</nav>`
}

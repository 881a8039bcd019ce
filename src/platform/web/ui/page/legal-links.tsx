import type { Settings } from '#access/api/identity.ts'
import { m } from '#platform/messages/messages.ts'
import classes from './language-links.module.css'

/** What public pages have to link to in law, as far as the provider has set it. */
export function LegalLinks({ settings: { links } }: { settings: Pick<Settings, 'links'> }) {
  const labels = { legal: m.legalNotice, privacy: m.privacyPolicy, accessibility: m.accessibilityStatement }
  const shown = (['legal', 'privacy', 'accessibility'] as const).filter((each) => links[each])
  if (shown.length === 0) return null
  return (
    <nav className={classes.links} aria-label={m.legalLinks()}>
      {shown.map((each) => (
        <a key={each} href={links[each]}>
          {labels[each]()}
        </a>
      ))}
    </nav>
  )
}

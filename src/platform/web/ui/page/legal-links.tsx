import type { Settings } from '#access/api/identity.ts'
import { shownLinks } from '#platform/domain/legal-links.ts'
import { m } from '#platform/messages/messages.ts'
import classes from './language-links.module.css'

/** What public pages have to link to in law, as far as the provider has set it. */
export function LegalLinks({ settings: { links } }: { settings: Pick<Settings, 'links'> }) {
  const shown = shownLinks(links)
  if (shown.length === 0) return null
  return (
    <nav className={classes.links} aria-label={m.legalLinks()}>
      {shown.map(({ href, label }) => (
        <a key={label} href={href}>
          {label}
        </a>
      ))}
    </nav>
  )
}

import { m } from '../messages/messages.ts'

const labels = { legal: m.legalNotice, privacy: m.privacyPolicy, accessibility: m.accessibilityStatement }

/** What public pages have to link to in law, as far as the provider has set it. */
export const shownLinks = (links: Readonly<Partial<Record<keyof typeof labels, string>>>) =>
  (['legal', 'privacy', 'accessibility'] as const).flatMap((each) =>
    links[each] ? [{ href: links[each], label: labels[each]() }] : [],
  )

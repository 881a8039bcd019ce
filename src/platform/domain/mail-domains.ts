import { oneLine } from '#platform/domain/typed-text.ts'

/** Providers that people and small businesses have their address from: two of their addresses have nothing in common. */
const sharedDomains: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'outlook.fr',
  'hotmail.com',
  'hotmail.fr',
  'live.com',
  'live.fr',
  'msn.com',
  'yahoo.com',
  'yahoo.fr',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'gmx.com',
  'gmx.fr',
  'gmx.de',
  'web.de',
  'orange.fr',
  'wanadoo.fr',
  'free.fr',
  'sfr.fr',
  'neuf.fr',
  'bbox.fr',
  'laposte.net',
  'numericable.fr',
  'club-internet.fr',
  'gmx.net',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'mailo.com',
  'zoho.com',
  'yandex.com',
  'mail.com',
  'bluewin.ch',
  'skynet.be',
])

const googleDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of an address, in lower case: what follows a plus is its owner's to choose, and so are the dots at Google. Several
 * addresses of one mailbox are so one.
 */
export function mailboxOf(email: string): string {
  const address = oneLine(email).toLowerCase()
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const plus = local.indexOf('+')
  const box = plus > 0 ? local.slice(0, plus) : local
  return googleDomains.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`
}

/** Whether anybody gets an address at the domain: whoever let it in would have let everybody in. */
export const isPublicDomain = (domain: string) => sharedDomains.has(domain)

/** The domain of an address if it is likely to be its company's own; '' otherwise. */
export function companyDomain(email: string): string {
  const domain = oneLine(email).toLowerCase().split('@')[1] ?? ''
  return domain.includes('.') && !sharedDomains.has(domain) ? domain : ''
}

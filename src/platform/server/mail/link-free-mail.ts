import type { Settings } from '#access/api/identity.ts'
import { addressesIn, linkFree } from './link-free.ts'
import type { LinkFreeMail, MailContent } from './mail-content.ts'

/** Programs show the subject on one line. */
const maxSubject = 200

/**
 * Takes links out of every text of a mail, since names, companies and messages of others may stand in each. Buttons and lines
 * with an address of their own stay, and so do the provider's addresses and those of texts that the provider wrote (`kept`).
 */
export function linkFreeMail(
  mail: MailContent,
  {
    providerName,
    legalIdentity,
    address,
    contactEmail,
  }: Pick<Settings, 'providerName' | 'legalIdentity' | 'address' | 'contactEmail'>,
): LinkFreeMail {
  const own = [providerName, legalIdentity, address, contactEmail, ...(mail.kept ?? [])]
  const addresses = new Set(own.flatMap(addressesIn))
  // A text of the provider's stands as it was written, with its line breaks.
  const free = (text: string) => (mail.kept?.includes(text) ? text : linkFree(text, addresses))
  const subject = linkFree(mail.subject, addresses)
  const { links, button, closing, smallPrint, to } = mail
  const plain: MailContent = {
    ...mail,
    to: { ...to, name: linkFree(to.name, addresses) },
    subject: subject.length > maxSubject ? `${subject.slice(0, maxSubject).trimEnd()}…` : subject,
    paragraphs: mail.paragraphs.map(free),
    ...(links && { links: links.map(({ text, url }) => ({ text: free(text), url })) }),
    ...(button && { button: { ...button, label: free(button.label) } }),
    ...(closing && { closing: free(closing) }),
    ...(smallPrint && { smallPrint: smallPrint.map(free) }),
  }
  return plain as LinkFreeMail
}

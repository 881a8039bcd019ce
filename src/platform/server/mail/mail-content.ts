import type { Settings } from '#access/api/identity.ts'
import type { FilePurpose } from '#access/domain/uploads.ts'
import type { MailKind } from '#communication/notifications/domain/notifications.ts'
import { currentLanguage, type Reading } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { escapeHtml } from '#platform/server/escape-html.ts'

export interface Receiver {
  readonly userId: string
  readonly name: string
  readonly address: string
}

/** Somebody who has no account. */
export interface ClientReceiver {
  readonly userId: null
  readonly name: string
  readonly address: string
}

/** Content of a mail before rendering: plain sentences and at most one button. */
export interface MailContent {
  readonly kind: MailKind
  readonly to: Receiver | ClientReceiver
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Lines with an address each, under the paragraphs. */
  readonly links?: readonly { readonly text: string; readonly url: string }[]
  /** A one-time code, shown large under the paragraphs. Never in the subject, which is stored and logged. */
  readonly code?: string
  readonly button?: { readonly label: string; readonly url: string }
  /** Small print under the button. */
  readonly closing?: string
  /** Further small print, a paragraph each. */
  readonly smallPrint?: readonly string[]
  /** For a client: the page that ends such mail, and the address that does it in one click (RFC 8058). */
  readonly unsubscribe?: { readonly page: string; readonly oneClick: string }
  /**
   * Texts that the provider wrote: a paragraph that is one of them stays as it is, and addresses in them may stand anywhere in
   * the mail. All other addresses in texts are taken out (link-free-mail.ts): names and messages of others may be links.
   */
  readonly kept?: readonly string[]
  /** How somebody without an account reads who has said so; else as the portal does. */
  readonly reading?: Reading
  /** A stored PDF to attach: a sealed one, unless its purpose says another. */
  readonly attachment?: { readonly fileId: string; readonly name: string; readonly purpose?: FilePurpose }
}

declare const checked: unique symbol
/** A mail whose texts hold no links but the provider's own: the only kind that is rendered, stored and sent. */
export type LinkFreeMail = MailContent & { readonly [checked]: true }

type Identity = Pick<Settings, 'providerName' | 'accentColour' | 'legalIdentity' | 'address' | 'contactEmail'>

/** Who sends it: the name that people know, who that is in law, where, and whom to write to. */
const signatureOf = ({ providerName, legalIdentity, address, contactEmail }: Identity) =>
  [providerName, legalIdentity, address, contactEmail].filter(Boolean)

/** How a recipient gets less mail: what they can do, and where. */
export interface Choice {
  readonly text: string
  readonly url: string
}

/** The unsubscribe link for a client, who has no account with settings; null for mail to anybody else. */
export function unsubscribeChoice({ unsubscribe }: Pick<MailContent, 'unsubscribe'>): Choice | null {
  return unsubscribe ? { text: m.stopMails(), url: unsubscribe.page } : null
}

/** Plain-text part. `choice` is null for mail that cannot be switched off. */
export function renderText(mail: LinkFreeMail, provider: Identity, choice: Choice | null): string {
  const parts = [...mail.paragraphs]
  for (const { text, url } of mail.links ?? []) parts.push(`${text}\n${url}`)
  if (mail.code) parts.push(mail.code)
  if (mail.button) parts.push(m.lineWithAddress({ text: mail.button.label, url: mail.button.url }))
  if (mail.closing) parts.push(mail.closing)
  parts.push(...(mail.smallPrint ?? []))
  parts.push(['-- ', ...signatureOf(provider)].join('\n'))
  if (choice) parts.push(m.lineWithAddress(choice))
  return `${parts.join('\n\n')}\n`
}

/** HTML part, with tables and inline styles for old mail clients. */
export function renderHtml(mail: LinkFreeMail, provider: Identity, choice: Choice | null): string {
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const links = (mail.links ?? []).map(
    ({ text, url }) =>
      `<p style="margin:0 0 12px;padding-left:12px;border-left:3px solid #e4e2dc">` +
      `<a href="${escapeHtml(url)}" style="color:#1c1d1f">` +
      `${escapeHtml(text)}</a></p>`,
  )
  const code = mail.code
    ? '<p style="margin:0 0 ' +
      '16px;padding:16px;border-radius:8px;background:#f5f4f1;text-align:center;font:600 32px/1.25 ' +
      `ui-monospace,Consolas,monospace;letter-spacing:6px">${escapeHtml(mail.code)}</p>`
    : ''
  const button = mail.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(mail.button.url)}"
style="display:inline-block;padding:12px 22px;border-radius:8px;background:${escapeHtml(provider.accentColour)};
color:${inkOn(provider.accentColour)};text-decoration:none;font-weight:600">${escapeHtml(mail.button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b5d63;overflow-wrap:anywhere;word-break:break-word">
${escapeHtml(m.buttonFallback())}<br><a href="${escapeHtml(mail.button.url)}"
style="color:#5b5d63">${escapeHtml(mail.button.url)}</a></p>`
    : ''
  const footer = signatureOf(provider).join(' · ')
  const less = choice ? `<br><a href="${escapeHtml(choice.url)}" style="color:#5b5d63">${escapeHtml(choice.text)}</a>` : ''
  return `<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escapeHtml(mail.subject)}</title></head>
<body style="margin:0;background:#f5f4f1">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
style="max-width:560px;background:#ffffff;border-radius:12px;
font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1c1d1f">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:18px;font-weight:600">${escapeHtml(provider.providerName)}</p>
${mail.paragraphs.map((text) => paragraph(text, '')).join('\n')}
${links.join('\n')}
${code}
${button}
${[mail.closing ?? [], mail.smallPrint ?? []]
  .flat()
  .map((text) => paragraph(text, 'font-size:14px;color:#5b5d63'))
  .join('\n')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e2dc;
font-size:12px;color:#5b5d63">${escapeHtml(footer)}${less}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`
}

/** Black or white, whichever has more contrast on the colour (WCAG relative luminance). */
function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

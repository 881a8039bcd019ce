import { describe, expect, test } from 'vitest'
import { addressesIn, linkFree } from './link-free.ts'
import { linkFreeMail } from './link-free-mail.ts'
import { type MailContent, renderHtml, renderText } from './mail-content.ts'

const none: ReadonlySet<string> = new Set()
const provider = {
  providerName: 'Acme & Fils',
  address: '1 rue de la Paix',
  accentColour: '#1f4d3f',
  legalIdentity: '',
  contactEmail: 'aide@acme.example',
}

/** Names by which others would have the portal mail a link of theirs. */
const hostile = [
  'https://evil.example/login',
  'HTTPS://EVIL.COM',
  'http:evil.com',
  '//evil.com/login',
  '\\\\evil.com\\share',
  'www.evil.com',
  'evil.example',
  'evil.com:8080/login',
  'evil.co.uk,autre.fr',
  'évil.fr',
  'xn--vil-9la.com',
  '1.2.3.4/login',
  'login@evil.com',
  'mailto:login@evil.com',
  'javascript:alert(1)',
  '[ici](https://evil.com)',
  '<a href="https://evil.com">ici</a>',
  'evil\u200b.com',
  'ev\u00adil.com',
  '\u202emoc.live\u202c',
  'evil。com',
  'https：／／evil．com',
  'Client\r\nBcc: autre@evil.com',
  'Client\n\nhttps://evil.com',
]

/** What any mail program would make a link of, or show as another text than it is. */
const linkable = /:\/\/|\/\/|\bwww\.|@|[\p{L}\p{N}]\.\p{L}{2}|\p{L}:\S|\\\\|\p{Cf}/iu

describe('text of others in mail', () => {
  test.each(hostile)('%j holds no link, in any text of a mail', (name) => {
    expect(linkFree(name, none)).not.toMatch(linkable)
    const letter: MailContent = {
      kind: 'lead_client',
      to: { userId: null, name, address: 'client@client.example' },
      subject: `${name} : un client`,
      paragraphs: [`Bonjour ${name},`, `« ${name} »`],
      links: [{ text: name, url: 'https://portal.test/a' }],
      button: { label: name, url: 'https://portal.test/b' },
      closing: `De ${name}.`,
    }
    const free = linkFreeMail(letter, provider)
    const texts = [free.subject, free.to.name, renderText(free, provider, null), renderHtml(free, provider, null)]
    for (const text of texts) {
      const others = text
        .replace(/https:\/\/portal\.test\/[ab]/g, '')
        .replaceAll('aide@acme.example', '')
        .replace(/<!doctype[\s\S]*<body[^>]*>|<\/?(?:p|a|td|tr|table|br|html|body)\b[^>]*>|&#\d+;/g, ' ')
      expect(others).not.toMatch(linkable)
    }
    expect(free.subject).not.toMatch(/[\r\n]/)
  })

  test('a name stays readable, and a sentence is left alone', () => {
    expect(linkFree('Booking.com SARL', none)).toBe('Booking com SARL')
    expect(linkFree('voir https://evil.example/login, merci', none)).toBe('voir [lien retiré], merci')
    for (const text of ['S.A.R.L. J.-P. Martin', 'À 10:30, M. Dupont : 1 234,56 € (15,5 %).', 'REF-2026-000123, 2026-03-05'])
      expect(linkFree(text, none)).toBe(text)
  })

  test('addresses of the provider and of what the provider wrote stay, and nobody’s else', () => {
    const allowed = new Set(addressesIn('Écrivez à aide@acme.example ou lisez https://acme.example/aide.'))
    const text = 'Par aide@acme.example, https://acme.example/aide et https://acme.example/autre'
    expect(linkFree(text, allowed)).toBe('Par aide@acme.example, https://acme.example/aide et [lien retiré]')
    const letter = {
      kind: 'announcement',
      to: { userId: 'a', name: 'Marie', address: 'm@exemple.fr' },
      subject: 'Salon',
    } as const
    const body = 'Plan :\nhttps://salon.example/plan'
    const free = linkFreeMail({ ...letter, paragraphs: [body, `${body} de autre.example`], kept: [body] }, provider)
    expect(free.paragraphs).toEqual([body, 'Plan : https://salon.example/plan de autre example'])
  })
})

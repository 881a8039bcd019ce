import { type ContactCard, contactInText, readContactCards } from '#leads/leads/domain/contact-card.ts'
import { takeShared } from '#platform/web/app/app-share.ts'
import { decodeText } from '#platform/web/app/forms/decode-text.ts'

/** The contacts of a vCard file; UTF-8, or Windows-1252 as older programs write it. */
export async function contactsInFile(file: Blob): Promise<ContactCard[]> {
  return readContactCards(decodeText(unfoldedLetters(new Uint8Array(await file.arrayBuffer()))))
}

/** Lines are folded by their bytes (RFC 2426, 2.6), hence within a letter too: such a fold goes before the bytes are decoded. */
function unfoldedLetters(bytes: Uint8Array): Uint8Array {
  /** A line feed with a space or a tab behind it, between two bytes of one letter. */
  const isFold = (at: number) => {
    const before = bytes[at - 1] === 0x0d ? bytes[at - 2] : bytes[at - 1]
    const isFolded = bytes[at] === 0x0a && (bytes[at + 1] === 0x20 || bytes[at + 1] === 0x09)
    return isFolded && (before ?? 0) >= 0x80 && ((bytes[at + 2] ?? 0) & 0xc0) === 0x80
  }
  return bytes.filter((byte, at) => !isFold(at) && !isFold(at - 1) && !(byte === 0x0d && isFold(at + 1)))
}

/** The contacts that another app has shared with the portal; none if there is nothing, or it was shared long ago. */
export async function sharedContacts(): Promise<ContactCard[]> {
  const form = await takeShared()
  if (!form) return []
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const files = form.getAll('contact').filter((each) => each instanceof Blob)
  const contacts = (await Promise.all(files.map(contactsInFile))).flat()
  const content = { title: text('title'), text: text('text'), url: text('url') }
  if (contacts.length > 0) return contacts
  const inText = readContactCards(content.text)
  if (inText.length > 0) return inText
  return content.title || content.text || content.url ? [contactInText(content)] : []
}

import { takeShared } from '#platform/web/app/app-share.ts'
import { type ContactCard, contactInText, readContactCards } from '../../domain/contact-card.ts'

/** The contacts of a vCard file; UTF-8, or Windows-1252 as older programs write it. */
export async function contactsInFile(file: Blob): Promise<ContactCard[]> {
  const bytes = await file.arrayBuffer()
  try {
    return readContactCards(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return readContactCards(new TextDecoder('windows-1252').decode(bytes))
  }
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

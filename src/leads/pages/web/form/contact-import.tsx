import { Button, FileButton, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ContactCard } from '#leads/leads/domain/contact-card.ts'
import { m } from '../../messages/messages.ts'
import type { LeadForm } from './lead-form.ts'
import { contactsInFile, sharedContacts } from './shared-contact.ts'

const fields = ['name', 'company', 'email', 'phone', 'website', 'notes'] as const satisfies readonly (keyof ContactCard)[]

interface ContactImportProps {
  readonly form: Pick<LeadForm, 'set'>
  /** The form was opened for what another app has shared. */
  readonly isShared: boolean
}

/** Fills a lead's form from a vCard that is chosen, or that was shared with the portal. Saves nothing. */
export default function ContactImport({ form, isShared }: ContactImportProps) {
  const [note, setNote] = useState('')
  const take = (contacts: readonly ContactCard[], otherwise: string) => {
    const [contact] = contacts
    // What the card does not say stays as it was typed.
    if (contact) for (const field of fields) if (contact[field]) form.set(field, contact[field])
    setNote(contacts.length > 1 ? m.severalContacts({ count: contacts.length }) : contact ? m.contactTaken() : otherwise)
  }
  const isTaken = useRef(false)
  useEffect(() => {
    // Once: taking it removes it.
    if (!isShared || isTaken.current) return
    isTaken.current = true
    void sharedContacts().then((contacts) => take(contacts, m.sharedContactLost()))
  })
  return (
    <Group gap="sm">
      <FileButton
        accept=".vcf,text/vcard,text/x-vcard,text/directory"
        onChange={(file) => file && void contactsInFile(file).then((contacts) => take(contacts, m.noContactInFile()))}
      >
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {m.importVcard()}
          </Button>
        )}
      </FileButton>
      <Text fz="sm" aria-live="polite" style={{ flex: '1 1 200px' }}>
        {note}
      </Text>
    </Group>
  )
}

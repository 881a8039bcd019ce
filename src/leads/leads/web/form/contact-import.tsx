import { Button, FileButton, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ContactCard } from '../../domain/contact-card.ts'
import type { LeadForm } from './lead-form.ts'
import { contactsInFile, sharedContacts } from './shared-contact.ts'

const words = {
  fr: {
    button: 'Importer une vCard',
    taken: 'Contact repris : vérifiez-le, puis complétez le formulaire.',
    several: (count: number) => `${count} contacts reçus : le premier est repris.`,
    none: 'Ce fichier ne contient aucun contact. Choisissez une vCard (.vcf).',
    lost: 'Le contact partagé n’a pas pu être lu. Partagez-le à nouveau, ou importez sa vCard.',
  },
  en: {
    button: 'Import a vCard',
    taken: 'Contact taken over: check it, then complete the form.',
    several: (count: number) => `${count} contacts received: the first one was taken.`,
    none: 'There is no contact in this file. Choose a vCard (.vcf).',
    lost: 'The shared contact could not be read. Share it again, or import its vCard.',
  },
} as const

const fields = ['name', 'company', 'email', 'phone', 'website', 'notes'] as const satisfies readonly (keyof ContactCard)[]

interface ContactImportProps {
  readonly form: Pick<LeadForm, 'set'>
  readonly language: keyof typeof words
  /** The form was opened for what another app has shared. */
  readonly isShared: boolean
}

/** Fills a lead's form from a vCard that is chosen, or that was shared with the portal. Saves nothing. */
export default function ContactImport({ form, language, isShared }: ContactImportProps) {
  const texts = words[language]
  const [note, setNote] = useState('')
  const take = (contacts: readonly ContactCard[], otherwise: string) => {
    const [contact] = contacts
    // What the card does not say stays as it was typed.
    if (contact) for (const field of fields) if (contact[field]) form.set(field, contact[field])
    setNote(contacts.length > 1 ? texts.several(contacts.length) : contact ? texts.taken : otherwise)
  }
  const isTaken = useRef(false)
  useEffect(() => {
    // Once: taking it removes it.
    if (!isShared || isTaken.current) return
    isTaken.current = true
    void sharedContacts().then((contacts) => take(contacts, texts.lost))
  })
  return (
    <Group gap="sm">
      <FileButton
        accept=".vcf,text/vcard,text/x-vcard,text/directory"
        onChange={(file) => file && void contactsInFile(file).then((contacts) => take(contacts, texts.none))}
      >
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {texts.button}
          </Button>
        )}
      </FileButton>
      <Text fz="sm" aria-live="polite" style={{ flex: '1 1 200px' }}>
        {note}
      </Text>
    </Group>
  )
}

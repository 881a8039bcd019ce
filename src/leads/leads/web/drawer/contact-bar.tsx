import { Button, Skeleton } from '@mantine/core'
import { useMe } from '#platform/web/app/session/session.ts'
import type { LeadDetail, ListedLead } from '../../api/leads.ts'
import { greeting, whatsAppAddress } from '../../domain/reach-contact.ts'
import { m } from '../../messages/messages.ts'
import classes from './lead-drawer.module.css'

/** Ways to reach the contact, at a thumb's width: a call, a mail, and WhatsApp with a first sentence that nobody has sent yet. */
export function ContactBar({ lead, whole }: { lead: ListedLead; whole: LeadDetail | undefined }) {
  const { fullName } = useMe()
  if (!whole) return <Skeleton height={44} radius="md" />
  const { phone, email } = whole
  return (
    <nav className={classes.ways} aria-label={m.reachContact()}>
      {phone && (
        <Button component="a" variant="default" h={44} px="xs" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {m.call()}
        </Button>
      )}
      {email && (
        <Button component="a" variant="default" h={44} px="xs" href={`mailto:${email}`}>
          {m.write()}
        </Button>
      )}
      <Button
        component="a"
        variant="default"
        h={44}
        px="xs"
        href={whatsAppAddress(greeting(lead, fullName), phone)}
        target="_blank"
        rel="noopener noreferrer"
      >
        WhatsApp
      </Button>
    </nav>
  )
}

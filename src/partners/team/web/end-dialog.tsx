import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientListed } from '#leads/domain/client-names.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { TeamPerson } from '../api.ts'
import { m } from '../messages/messages.ts'
import { leadsOfQuery } from './data.ts'
import { leadReceivers } from './lead-receivers.ts'

interface EndDialogProps {
  readonly person: TeamPerson | null
  /** The people of the partner, to whom the leads may go. */
  readonly people: readonly TeamPerson[]
  /** For staff. */
  readonly partnerId?: string
  /** What ending the access of somebody who has come in does. */
  readonly text: (name: string) => string
  readonly end: (personId: string, leadsTo?: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before somebody's access ends, or their invitation; their leads are listed and go to a colleague in the same step. */
export function EndDialog({ person, people, partnerId, text, end, onClose }: EndDialogProps) {
  const { id = '', fullName: name = '', email = '', state } = person ?? {}
  const isInvited = state === 'invited'
  const [leadsTo, setLeadsTo] = useState<string | null>(null)
  const { data: leads } = useQuery({ ...leadsOfQuery(id, partnerId), enabled: person !== null && !isInvited })
  const close = () => {
    setLeadsTo(null)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={person !== null}
      title={isInvited ? m.withdrawQuestion({ name }) : m.endQuestion({ name })}
      text={isInvited ? m.withdrawText({ email }) : text(name)}
      action={isInvited ? m.withdrawInvitation() : m.endAccess()}
      danger
      onClose={close}
      onConfirm={async () => {
        await end(id, leadsTo ?? undefined)
        toastSuccess(isInvited ? m.invitationWithdrawn() : m.accessEnded(), name)
      }}
    >
      {leads && leads.items.length > 0 && (
        <>
          <SoftText>{m.leadsFollowed({ name })}</SoftText>
          <ul>
            {leads.items.map((lead) => (
              <li key={lead.id}>{clientListed(lead)}</li>
            ))}
            {leads.nextCursor !== null && <li>{m.andOthers()}</li>}
          </ul>
          <Select
            label={m.leadsTo()}
            description={mailNote() ?? m.leadsToHint()}
            placeholder={m.leadsStay()}
            nothingFoundMessage={m.noReceiver()}
            data={leadReceivers(people, id)}
            value={leadsTo}
            clearable
            onChange={setLeadsTo}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

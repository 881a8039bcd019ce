import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import { profileQuery } from '#partners/profile/web/data.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { announced, toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { contactForm } from '../api.ts'
import { correctPartner, withdrawEmailChange } from './data.ts'

interface CorrectDialogProps {
  readonly person: PersonRow
  readonly onClose: () => void
}

/** Corrects a partner's name, company and address. Mounted only while open. */
export default function CorrectDialog({ person, onClose }: CorrectDialogProps) {
  const isInvited = person.state === 'invited'
  const pending = useQuery(profileQuery(person.id)).data?.emailChange
  const form = useDraftForm({
    shape: contactForm,
    initial: { fullName: person.fullName, company: person.company, email: person.email },
    wire: (values) => values,
    draft: `correct ${person.id}`,
    faultTitle: 'Validation error',
    send: async (input) => {
      await correctPartner(person.id, input)
      const isNew = input.email.toLowerCase() !== person.email
      if (!isNew) toastSuccess('Partner corrected', `${input.fullName} is saved`)
      else if (isInvited) toastSuccess('Invitation sent again', `A new link was sent to ${input.email}`)
      else toastSuccess('Confirmation sent', `${input.email} counts once the link sent there was used`)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <FormDialog form={form} title={`Correct ${person.fullName}`} action="Save" onClose={onClose}>
      {pending && (
        <Alert color="yellow" title={`${pending.email} waits for its confirmation`}>
          <Text fz="sm" mb={8}>
            The link works until {longDate(pending.expiresAt)}. Until then {person.fullName} signs in with {person.email}.
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              void announced(withdrawEmailChange(person.id), 'Withdrawn', `The link sent to ${pending.email} stops working`)
            }
          >
            Withdraw
          </Button>
        </Alert>
      )}
      <TextInput label="Full name" required {...form.text('fullName')} />
      <TextInput label="Company" {...form.text('company')} />
      <TextInput
        label="Email"
        type="email"
        required
        description={
          isInvited
            ? 'The invitation is sent to the new address, and the old link stops working.'
            : 'A new address counts once the link sent to it was used. The old one is told, and works until then.'
        }
        {...form.text('email')}
      />
      <SoftText>Signed documents keep the name that they were signed with.</SoftText>
    </FormDialog>
  )
}

import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contactForm } from '#partners/corrections/api.ts'
import { correctPartner, withdrawEmailChange } from '#partners/corrections/web/data.ts'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import { tellInvited } from '#partners/partners/web/tell-invited.ts'
import { bankAccessQuestion, useNeededRight } from '#partners/team/web/bank-access.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { mailNote, toastMailed } from '#platform/web/app/session/mail-note.tsx'
import { announced, toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { profileQuery } from './data.ts'

interface CorrectDialogProps {
  readonly person: PersonRow
  readonly onClose: () => void
}

/** Corrects a partner's name, company and address. */
export default function CorrectDialog({ person: row, onClose }: CorrectDialogProps) {
  const { data } = useQuery(profileQuery(row.id))
  const person = { ...row, ...data?.person }
  const isInvited = person.state === 'invited'
  const isOther = (email: string) => email.trim().toLowerCase() !== person.email
  const pending = data?.emailChange
  const { withProof, dialog } = useProofQuestion()
  const stored = { fullName: person.fullName, company: person.company, email: person.email }
  const form = useDraftForm({
    shape: contactForm,
    initial: stored,
    toRequestBody: (values) => ({ ...values, expected: stored }),
    draft: `correct ${person.id}`,
    labels: { fullName: m.fullName(), company: m.company(), email: m.email() },
    errorTitle: m.validationError(),
    send: (input) =>
      withProof(bankAccessQuestion(m.save(), m.error, m.addressAccessText({ email: input.email })), async (proof) => {
        await correctPartner(person.id, { ...input, ...proof })
        if (!isOther(input.email)) toastSuccess(m.partnerCorrected(), m.isSaved({ fullName: input.fullName }))
        else if (!isInvited) toastMailed(m.confirmationSent(), m.countsOnceUsed({ email: input.email }))
        else
          await tellInvited({ title: m.invitationResent(), text: m.newLinkSentTo({ email: input.email }), personId: person.id })
        onClose()
      }),
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const needed = useNeededRight(['owner'], !isInvited && isOther(form.values.email))
  return (
    <FormDialog
      form={form}
      title={m.correctPerson({ fullName: person.fullName })}
      action={m.save()}
      above={dialog}
      onClose={onClose}
      {...needed}
    >
      {pending && (
        <Alert color="yellow" title={m.waitsForConfirmation({ email: pending.email })}>
          <Text fz="sm" mb={8}>
            {m.linkUntil({ moment: longDate(pending.expiresAt), fullName: person.fullName, email: person.email })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void announced(withdrawEmailChange(person.id), m.withdrawn(), m.linkStops({ email: pending.email }))}
          >
            {m.withdraw()}
          </Button>
        </Alert>
      )}
      <TextInput label={m.fullName()} required {...form.text('fullName')} />
      <TextInput label={m.company()} {...form.text('company')} />
      <TextInput
        label={m.email()}
        type="email"
        required
        description={mailNote() ?? (isInvited ? m.invitationNote() : m.addressNote())}
        {...form.text('email')}
      />
      <SoftText>{m.signedKeepName()}</SoftText>
    </FormDialog>
  )
}

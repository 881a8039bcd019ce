import { Select, TextInput } from '@mantine/core'
import type * as z from 'zod/mini'
import type { NamedPerson } from '#accounts/people/domain.ts'
import { PartnerChoice } from '#accounts/people/web/partner-choice.tsx'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { maxRequestPartners, vigilanceRequestForm } from '../api.ts'
import { type VigilanceKind, vigilanceKinds, vigilanceLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { requestDocuments } from './data.ts'

interface RequestDialogProps {
  /** The partner to ask; without one, partners are chosen in the dialog. */
  readonly partner?: NamedPerson
  readonly onClose: () => void
}

/** Asks partners for a document. */
export function RequestDialog({ partner, onClose }: RequestDialogProps) {
  const form = useApiForm({
    shape: vigilanceRequestForm,
    initial: { kind: 'urssaf' as VigilanceKind, label: '', partnerIds: (partner ? [partner.id] : []) as readonly string[] },
    toRequestBody: (values) => values,
    errorTitle: m.validationError(),
    send: async (input: z.output<typeof vigilanceRequestForm>) => {
      const { requested, alreadyAsked } = await requestDocuments(input)
      const count = requested
      const text = alreadyAsked > 0 ? m.requestedAndAsked({ count, asked: alreadyAsked }) : m.requestedCount({ count })
      toastSuccess(m.documentRequested(), text)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const { kind, partnerIds } = form.values
  return (
    <FormDialog
      form={form}
      title={partner ? m.requestFrom({ fullName: partner.fullName }) : m.requestDocument()}
      action={partner || partnerIds.length === 0 ? m.request() : m.requestFromCount({ count: partnerIds.length })}
      disabled={partnerIds.length === 0}
      size="lg"
      onClose={onClose}
    >
      <Select
        label={m.kind()}
        data={optionsOf(vigilanceKinds, vigilanceLabels)}
        allowDeselect={false}
        value={kind}
        onChange={(value) => form.set('kind', vigilanceKinds.find((each) => each === value) ?? 'urssaf')}
      />
      {kind === 'other' && <TextInput label={m.whichDocument()} required {...form.text('label')} />}
      {!partner && (
        <PartnerChoice
          selection={new Set(partnerIds)}
          max={maxRequestPartners}
          onChange={(selection) => form.set('partnerIds', [...selection])}
        />
      )}
      <SoftText>{m.toldByMail()}</SoftText>
      <MailNote />
    </FormDialog>
  )
}

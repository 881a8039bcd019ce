import { Select, TextInput } from '@mantine/core'
import type * as z from 'zod/mini'
import { OwnUploadField, useOwnUpload } from '#access/web/own-upload-field.tsx'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { vigilanceForm } from '../api.ts'
import { proposedEnd, type VigilanceKind, vigilanceKinds, vigilanceLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { submitDocument } from './data.ts'

interface UploadDialogProps {
  /** The requested document; null if the partner chooses its kind. */
  readonly request: { readonly kind: VigilanceKind; readonly label: string } | null
  readonly onClose: () => void
}

/** Stands in for the upload's id until the file is uploaded. */
const notYet = '00000000-0000-4000-8000-000000000000'

/** Uploads a document of the partner's. */
export function UploadDialog({ request, onClose }: UploadDialogProps) {
  const upload = useOwnUpload('partner_document')
  const form = useApiForm({
    shape: vigilanceForm,
    initial: {
      kind: request?.kind ?? ('urssaf' as VigilanceKind),
      label: request?.label ?? '',
      issuedOn: '',
      expiresOn: '',
      securityCode: '',
    },
    toRequestBody: ({ expiresOn, ...typed }) => ({ ...typed, uploadId: notYet, expiresOn: expiresOn === '' ? null : expiresOn }),
    errorTitle: m.validationError(),
    send: async (input: z.output<typeof vigilanceForm>) => {
      const uploadId = await upload.arrived(m.fileMissing())
      await submitDocument({ ...input, uploadId })
      toastSuccess(m.documentSent(), input.label || vigilanceLabels[input.kind])
      onClose()
    },
    onFailure: (error) => {
      upload.refused(error)
      toastFailure(m.documentNotSent(), error)
    },
  })
  const { kind } = form.values
  const setIssuedOn = (day: string) => {
    const before = proposedEnd(kind, form.values.issuedOn) ?? ''
    form.set('issuedOn', day)
    // A date that the partner typed is kept.
    if (form.values.expiresOn === before) form.set('expiresOn', proposedEnd(kind, day) ?? '')
  }
  return (
    <FormDialog form={form} title={m.uploadDocument()} action={m.sendDocument()} dirty={upload.dirty} size="lg" onClose={onClose}>
      {request ? null : (
        <Select
          label={m.kind()}
          data={optionsOf(vigilanceKinds, vigilanceLabels)}
          allowDeselect={false}
          value={kind}
          onChange={(value) => {
            const next = vigilanceKinds.find((each) => each === value) ?? 'urssaf'
            form.set('kind', next)
            form.set('expiresOn', proposedEnd(next, form.values.issuedOn) ?? '')
          }}
        />
      )}
      {kind === 'other' && !request && <TextInput label={m.whichDocument()} required {...form.text('label')} />}
      <OwnUploadField
        upload={upload}
        label={request ? request.label || vigilanceLabels[request.kind] : m.file()}
        hint={m.scanHint()}
        accept=".pdf,.jpg,.jpeg,.png"
      />
      <FieldPair>
        <TextInput
          label={m.dateOfDocument()}
          type="date"
          required
          max={dayInputText(new Date())}
          {...form.text('issuedOn')}
          onChange={({ currentTarget }) => setIssuedOn(currentTarget.value)}
        />
        <TextInput label={m.validUntil()} description={m.emptyNoEnd()} type="date" {...form.text('expiresOn')} />
      </FieldPair>
      {kind === 'urssaf' && (
        <TextInput
          label={m.securityCode()}
          description={m.securityCodeHint()}
          autoComplete="off"
          {...form.text('securityCode')}
        />
      )}
    </FormDialog>
  )
}

import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { clientName } from '#leads/domain/client-names.ts'
import { NotToldYet } from '#leads/notices/web/not-told-yet.tsx'
import { percentInputText, typedPercent } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { PercentField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { shareForm } from '../api.ts'
import type { LeadPart } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { shareLead } from './data.ts'

interface ShareDialogProps {
  readonly lead: { readonly id: string; readonly name: string; readonly company: string }
  /** Whose lead it is. */
  readonly owner: string
  /** The part that is changed; null shares the lead with somebody else. */
  readonly part: LeadPart | null
  readonly onClose: () => void
}

/** Shares a lead with another partner, or changes their part. */
export default function ShareDialog({ lead, owner, part, onClose }: ShareDialogProps) {
  const form = useDraftForm({
    shape: shareForm,
    initial: { partnerId: part?.id ?? null, percent: part ? percentInputText(part.percent) : '' },
    toRequestBody: ({ partnerId, percent }) => ({ partnerId, percent: typedPercent(percent) }),
    draft: `sharing ${lead.id} ${part?.id ?? ''}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      await shareLead(lead.id, input)
      toastSuccess(m.isDone(), clientName(lead))
      onClose()
    },
    onFailure: (error) => toastFailure(m.notShared(), error),
  })
  return (
    <FormDialog form={form} title={m.sharing()} action={m.share()} right="leads" onClose={onClose}>
      <SoftText style={{ overflowWrap: 'anywhere' }}>{m.shareText({ company: clientName(lead) })}</SoftText>
      {!part && (
        <PartnerField
          name="partnerId"
          value={form.values.partnerId}
          error={form.errors.partnerId}
          onChange={(partnerId) => form.set('partnerId', partnerId)}
        />
      )}
      <PercentField
        label={part ? m.partOfNamed({ name: part.name }) : m.partOf()}
        description={m.percentHint({ owner })}
        data-field="percent"
        required
        value={form.values.percent}
        error={form.errors.percent}
        onChange={(percent) => form.set('percent', percent)}
      />
      <SoftText>{m.readBoth()}</SoftText>
      {!part && <NotToldYet leadId={lead.id} />}
    </FormDialog>
  )
}

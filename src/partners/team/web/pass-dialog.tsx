import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAbility } from '#access/web/rights.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { passForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { passLead, teamQuery } from './data.ts'
import { leadReceivers } from './lead-receivers.ts'

interface PassDialogProps {
  readonly leadId: string
  /** What the lead is called. */
  readonly name: string
  /** Whom the lead is of. */
  readonly personId: string
  /** The reader does not see the lead any more. */
  readonly onLost: () => void
  readonly onClose: () => void
}

/** Passes a lead to a colleague, who is chosen in it. */
export default function PassDialog({ leadId, name, personId: former, onLost, onClose }: PassDialogProps) {
  const keepsSeeing = useAbility('all_leads')
  const { data, error, refetch } = useQuery(teamQuery)
  const receivers = leadReceivers(data?.people ?? [], former)
  const form = useApiForm({
    shape: passForm,
    initial: { personId: '' },
    toRequestBody: (values) => values,
    errorTitle: m.leadNotPassed,
    send: async ({ personId }) => {
      await passLead(leadId, personId)
      toastSuccess(m.leadPassed(), m.leadIsNowOf({ name: receivers.find(({ value }) => value === personId)?.label ?? '' }))
      onClose()
      if (!keepsSeeing) onLost()
    },
    onFailure: (failure) => toastFailure(m.leadNotPassed(), failure),
  })
  return (
    <FormDialog
      form={form}
      title={m.passNamed({ name })}
      action={m.passOn()}
      disabled={form.values.personId === ''}
      zIndex={220}
      onClose={onClose}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Select
        label={m.colleague()}
        placeholder={m.chooseColleague()}
        nothingFoundMessage={m.noReceiver()}
        data-field="personId"
        data={receivers}
        comboboxProps={{ zIndex: 230 }}
        value={form.values.personId || null}
        error={form.errors.personId}
        onChange={(personId) => form.set('personId', personId ?? '')}
      />
      <SoftText>{keepsSeeing ? m.passText() : m.passTextMember()}</SoftText>
    </FormDialog>
  )
}

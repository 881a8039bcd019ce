import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NamedPerson } from '#accounts/people/domain.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { BillingProfile } from '../api.ts'
import { m } from '../messages/messages.ts'
import { BillingFields } from './billing-fields.tsx'
import { billingValues, useBillingForm } from './billing-form.ts'
import { correctBilling, partnerBillingQuery } from './data.ts'

interface StaffBillingProps {
  readonly person: NamedPerson
  readonly onClose: () => void
}

function Editor({ person, profile, onClose }: StaffBillingProps & { readonly profile: BillingProfile }) {
  const form = useBillingForm({
    initial: billingValues(profile, null),
    draft: `billing ${person.id}`,
    send: async (input) => {
      await correctBilling(person.id, { ...input, seenAt: profile.updatedAt })
      toastSuccess(m.billingCorrected(), m.seesItInPaymentInfo({ fullName: person.fullName }))
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog
      form={form}
      title={m.billingOf({ fullName: person.fullName })}
      action={m.correct()}
      disabled={!form.dirty}
      right="money"
      size="lg"
      onClose={onClose}
    >
      <Stack>
        <BillingFields form={form} suggested={null} />
      </Stack>
    </FormDialog>
  )
}

/** A partner's billing data, which staff correct. */
export function StaffBilling({ person, onClose }: StaffBillingProps) {
  const query = useQuery(partnerBillingQuery(person.id))
  if (query.data) {
    return <Editor person={person} profile={query.data} onClose={onClose} />
  }
  return (
    <Dialog onClose={onClose} title={m.billingOf({ fullName: person.fullName })} size="lg">
      <QueryBoundary query={query} rows={6}>
        {() => null}
      </QueryBoundary>
    </Dialog>
  )
}

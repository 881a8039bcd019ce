import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PaymentTabs } from '#money/bank-details/web/payment-tabs.tsx'
import { ChangedByOther } from '#platform/web/app/forms/changed-by-other.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { BillingProfile, SuggestedBilling } from '../api.ts'
import { m } from '../messages/messages.ts'
import classes from './billing.module.css'
import { BillingFields } from './billing-fields.tsx'
import { billingValues, useBillingForm } from './billing-form.ts'
import { billingQuery, saveBilling } from './data.ts'

interface BillingEditorProps {
  readonly profile: BillingProfile | null
  readonly suggested: SuggestedBilling
}

function BillingEditor({ profile, suggested }: BillingEditorProps) {
  const { providerName } = useSettings()
  const form = useBillingForm({
    initial: billingValues(profile, suggested),
    draft: 'billing',
    send: async (input) => {
      await saveBilling({ ...input, seenAt: profile?.updatedAt ?? null })
      toastSuccess(m.billingSaved())
    },
    onFailure: (error) => toastFailure(m.billingNotSaved(), error),
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className={`surface ${classes.form}`}>
      <Stack>
        {profile?.correctedAt && (
          <Alert color="yellow" role="status">
            {m.correctedNotice({ provider: providerName, day: longDate(profile.correctedAt) })}
          </Alert>
        )}
        {form.conflict && <ChangedByOther {...form.conflict} />}
        <BillingFields form={form} suggested={profile ? null : suggested} />
        <Button type="submit" loading={form.busy} disabled={form.conflict !== null} style={{ alignSelf: 'flex-start' }}>
          {m.saveInformation()}
        </Button>
      </Stack>
    </form>
  )
}

/** How the partner's commissions are invoiced, and with which VAT. */
export function Component() {
  const query = useQuery(billingQuery)
  return (
    <>
      <PageHeader title={m.billing()} subtitle={m.billingLead()} />
      <PaymentTabs />
      <QueryBoundary query={query}>
        {({ profile, suggested }) => <BillingEditor profile={profile} suggested={suggested} />}
      </QueryBoundary>
    </>
  )
}

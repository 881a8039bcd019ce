import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PaymentInfo } from '#contract/payments.ts'
import { paymentForm } from '#contract/payments.ts'
import { ibanChecksOut } from '#domain/iban.ts'
import { useContractForm } from '../app/form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Loaded } from '../ui/states.tsx'
import { paymentInfoQuery, savePaymentInfo } from './data.ts'
import { HowYouArePaid } from './how-you-are-paid.tsx'
import classes from './payment-info.module.css'

/** More signs than this, spaces included, stand smaller on a phone, so that all of them are seen. */
const longIban = 33

/** 'FR76 3000 6000 …': in groups of four, as on a bank's paper. */
function grouped(iban: string): string {
  return iban
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/(.{4})(?=.)/g, '$1 ')
}

function PaymentForm({ saved }: { saved: PaymentInfo | null }) {
  const form = useContractForm({
    shape: paymentForm,
    initial: {
      company: saved?.company ?? '',
      country: saved?.country ?? '',
      iban: grouped(saved?.iban ?? ''),
      address: saved?.address ?? '',
    },
    wire: (values) => values,
    draft: 'payment-info',
    faultTitle: 'Validation error',
    send: async (input) => {
      await savePaymentInfo(input)
      toastSuccess('Payment information saved')
    },
    onFailure: (error) => toastFailure('Error saving information', error),
  })
  const iban = form.values.iban.replace(/\s+/g, '')
  const doubtful = iban.length >= 15 && !ibanChecksOut(iban)
  return (
    <form onSubmit={form.onSubmit} noValidate className={`surface ${classes.form}`}>
      <Stack>
        <div className={classes.pair}>
          <TextInput label="Company Name" autoComplete="organization" required {...form.text('company')} />
          <TextInput label="Country" autoComplete="country-name" required {...form.text('country')} />
        </div>
        <div>
          <TextInput
            label="IBAN"
            required
            autoComplete="off"
            spellCheck={false}
            placeholder="FR76 …"
            className={classes.iban}
            data-long={form.values.iban.length > longIban || undefined}
            {...form.text('iban')}
            onChange={(event) => form.set('iban', grouped(event.currentTarget.value))}
          />
          {doubtful && (
            <Text fz="sm" c="var(--todo-ink)" mt={4} role="status">
              IBAN checksum does not match. It can be saved, but nothing is paid to it until it is corrected.
            </Text>
          )}
        </div>
        <Textarea label="Address" autosize minRows={2} autoComplete="street-address" required {...form.text('address')} />
        <Button type="submit" loading={form.busy} style={{ alignSelf: 'flex-start' }}>
          Save Information
        </Button>
      </Stack>
    </form>
  )
}

/** Where a partner's commissions are paid to. */
export function Component() {
  const query = useQuery(paymentInfoQuery)
  return (
    <>
      <PageHeader title="Payment Information" subtitle="Where your commissions are paid to" />
      <Loaded query={query}>
        {({ paymentInfo }) => (
          <div className={classes.page}>
            <PaymentForm saved={paymentInfo} />
            <HowYouArePaid />
          </div>
        )}
      </Loaded>
    </>
  )
}

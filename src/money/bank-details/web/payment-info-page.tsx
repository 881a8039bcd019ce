import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { isOutsideEea } from '#money/bank-files/domain/sepa-countries.ts'
import { ibanChecksOut } from '#platform/domain/iban.ts'
import { compact } from '#platform/domain/typed-text.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { bankDetailsForm, type PaymentInfo } from '../api.ts'
import { recentIbanHours } from '../domain/bank-details.ts'
import { m } from '../messages/messages.ts'
import { AccountAnswer } from './account-answer.tsx'
import { AccountHolderFields } from './account-holder-fields.tsx'
import { paymentInfoQuery, savePaymentInfo } from './data.ts'
import { groupedIban } from './grouped-iban.ts'
import { HowYouArePaid } from './how-you-are-paid.tsx'
import { ibanProof } from './iban-proof.ts'
import classes from './payment-info.module.css'
import { PaymentTabs } from './payment-tabs.tsx'

/** Longer formatted IBANs use a smaller font on phones. */
const longIban = 33

type Typed = z.input<typeof bankDetailsForm>

/** Only banks outside the European Economic Area need the holder's structured address; an incomplete IBAN asks for none. */
const asksForAddress = (iban: string) => /^[A-Z]{2}/.test(iban) && isOutsideEea(compact(iban))

/** An address that is not asked for is not sent: what is stored stays. */
function toRequestBody({ accountHolder, company, iban, address, country, ...parts }: Typed): Typed {
  const form = { accountHolder, company, iban, address, country }
  return asksForAddress(iban) ? { ...form, ...parts } : form
}

function PaymentForm({ payment }: { payment: PaymentInfo | null }) {
  const { withProof, dialog } = useProofQuestion()
  const save = async (...args: Parameters<typeof savePaymentInfo>) => {
    const { ibanChecksOut: isPayable } = await savePaymentInfo(...args)
    toastSuccess(m.infoSaved, isPayable ? undefined : m.notPaidUntilCorrected())
  }
  const form = useDraftForm({
    shape: bankDetailsForm,
    initial: {
      company: payment?.company ?? '',
      country: payment?.country ?? '',
      iban: groupedIban(payment?.iban ?? ''),
      address: payment?.address ?? '',
      accountHolder: payment?.accountHolder ?? '',
      street: payment?.street ?? '',
      buildingNumber: payment?.buildingNumber ?? '',
      postcode: payment?.postcode ?? '',
      town: payment?.town ?? '',
      postalCountry: payment?.postalCountry ?? '',
    },
    toRequestBody,
    draft: 'payment-info',
    errorTitle: m.validationError,
    send: (input) => withProof(ibanProof(input.iban !== payment?.iban), (proof) => save({ ...input, ...proof })),
    onFailure: (error) => toastFailure(m.saveFailed, error),
  })
  const iban = compact(form.values.iban)
  const doubtful = iban.length >= 15 && !ibanChecksOut(iban)
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate className={`surface ${classes.form}`}>
        <Stack>
          {payment?.iban === null && (
            <Alert color="orange" role="status" title={m.enterIbanAgain()}>
              {m.enterIbanAgainHint()}
            </Alert>
          )}
          {payment && <AccountAnswer payment={payment} />}
          {payment?.heldUntil && payment.ibanChecksOut && (
            <Alert color="yellow" role="status">
              {m.newIbanAlert({
                day: longDate(payment.heldUntil),
                hours: recentIbanHours,
                b: (parts) => <strong key="strong">{parts}</strong>,
              })}
            </Alert>
          )}
          <div className={classes.pair}>
            <TextInput
              label={<span lang={m.company.lang}>{m.company()}</span>}
              autoComplete="organization"
              required
              {...form.text('company')}
            />
            <TextInput
              label={<span lang={m.country.lang}>{m.country()}</span>}
              autoComplete="country-name"
              required
              {...form.text('country')}
            />
          </div>
          <TextInput
            label="IBAN"
            required
            autoComplete="off"
            spellCheck={false}
            placeholder="FR76 …"
            className={classes.iban}
            data-long={form.values.iban.length > longIban || undefined}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={
              doubtful && (
                <Text span lang={m.doubtfulIban.lang} fz="sm" c="var(--todo-ink)" role="status">
                  {m.doubtfulIban()}
                </Text>
              )
            }
            {...form.text('iban')}
            onChange={(event) => form.set('iban', groupedIban(event.currentTarget.value))}
          />
          <Textarea
            label={<span lang={m.address.lang}>{m.address()}</span>}
            autosize
            minRows={2}
            autoComplete="street-address"
            required
            {...form.text('address')}
          />
          <AccountHolderFields form={form} asksForAddress={asksForAddress(iban)} />
          <Button lang={m.saveInformation.lang} type="submit" loading={form.busy} style={{ alignSelf: 'flex-start' }}>
            {m.saveInformation()}
          </Button>
        </Stack>
      </form>
      {dialog}
    </>
  )
}

/** The partner's bank details. */
export function Component() {
  const query = useQuery(paymentInfoQuery)
  const { error } = query
  return (
    <>
      <PageHeader
        title={m.paymentInformation()}
        lang={m.paymentInformation.lang}
        name={m.paymentInfo()}
        subtitle={m.whereYouArePaid()}
      />
      <PaymentTabs />
      {error instanceof ApiError && error.code === 'bank_details_wait' ? (
        <EmptyState title={m.notOpenYet()} text={error.message} />
      ) : (
        <QueryBoundary query={query}>
          {({ paymentInfo }) => (
            <div className={classes.page}>
              <PaymentForm payment={paymentInfo} />
              <HowYouArePaid payment={paymentInfo} />
            </div>
          )}
        </QueryBoundary>
      )}
    </>
  )
}

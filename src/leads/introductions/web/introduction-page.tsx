import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { m } from '../messages/messages.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import { AuthLayout, UnreadableLink } from '#accounts/auth/web/auth-layout.tsx'
import { ProviderIdentity } from '#accounts/auth/web/provider-identity.tsx'
import {
  type CustomInputs,
  checkCustomValues,
  checkReached,
  customInputs,
  inputName,
  typedChanges,
} from '#leads/fields/web/custom-values.ts'
import { FieldInput } from '#leads/fields/web/field-input.tsx'
import { valueField } from '#leads/fields/web/value-field.ts'
import { leadRules } from '#leads/leads/api/leads.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { delay } from '#platform/web/app/requests/delay.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure, toastFormError } from '#platform/web/app/toasts/toasts.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { introductionForm, type introductionRoutes } from '../api.ts'
import { minFillSeconds } from '../domain.ts'
import { introductionQuery, leaveDetails } from './data.ts'

type Introduction = z.infer<(typeof introductionRoutes)['openIntroduction']['returns']>
/** The details were sent, and a mail asks to confirm them if there is an address; or the link does not work. */
type End = 'mailed' | 'sent' | 'dead'
type ClientOffer = Introduction['offers'][number]

const isDead = (error: unknown) => error instanceof ApiError && ['link_invalid', 'invalid_input'].includes(error.code)

/** Where a client leaves their details: opened by a partner's link or QR code, without any account. */
export function Component() {
  const { token = '' } = useParams()
  const introduction = useQuery(introductionQuery(token))
  const [end, setEnd] = useState<End | null>(null)
  if (introduction.isPending) return <PageLoading />
  if (end === 'dead' || (introduction.error && isDead(introduction.error))) return <DeadIntroduction />
  if (introduction.error) return <UnreadableLink error={introduction.error} onRetry={() => void introduction.refetch()} />
  const { partner, consent, formToken, offers, contact, fields } = introduction.data
  if (end) return <Thanks partner={partner} isMailed={end === 'mailed'} />
  return (
    <DetailsForm
      token={token}
      partner={partner}
      consent={consent}
      formToken={formToken}
      offers={offers}
      contact={contact}
      fields={fields}
      openedAt={introduction.dataUpdatedAt}
      onRenew={() => introduction.refetch()}
      onEnd={setEnd}
    />
  )
}

interface DetailsFormProps {
  readonly token: string
  readonly partner: string
  readonly consent: string
  readonly formToken: string
  /** What the client can choose among. */
  readonly offers: readonly ClientOffer[]
  readonly contact: Introduction['contact']
  /** What else the client is asked. */
  readonly fields: Introduction['fields']
  readonly openedAt: number
  /** Opens the form anew; what was typed stays. */
  readonly onRenew: () => Promise<unknown>
  readonly onEnd: (end: End) => void
}

const noDetails = { name: '', company: '', email: '', phone: '', message: '', offer: '', site: '', consent: false }
type Details = typeof noDetails

const detailsOf = ({ name, company, email, phone, message, offer, site, consent }: Details): Details => ({
  name,
  company,
  email,
  phone,
  message,
  offer,
  site,
  consent,
})

/** The rules of the form, by what it needs of how to reach the client. */
const formOf = ({ company, email }: Introduction['contact']) =>
  z.extend(introductionForm, {
    company: company === 'required' ? leadRules.company : introductionForm.shape.company,
    email: email === 'required' ? leadRules.email : introductionForm.shape.email,
  })

const waysOf = (contact: Introduction['contact']) =>
  (['email', 'phone'] as const).map((key) => ({ key, isOpen: contact[key] !== 'hidden' }))

function DetailsForm(props: DetailsFormProps) {
  const { token, partner, consent, formToken, offers, contact, fields, openedAt, onRenew, onEnd } = props
  const needed = fields.map((field) => ({ ...field, requiredFrom: null }))
  const { providerName } = useSettings()
  const isNeeded = (field: keyof typeof contact) => contact[field] === 'required'
  const form = useApiForm({
    shape: formOf(contact).check(checkReached(waysOf(contact)), checkCustomValues(needed, '', [])),
    initial: { ...noDetails, ...customInputs(fields) } as typeof noDetails & CustomInputs,
    toRequestBody: (values) => ({ ...detailsOf(values), fields: typedChanges(fields, values), token, formToken }),
    errorTitle: m.formIncomplete(),
    send: async (input) => {
      // A browser may fill in the whole form at once; waiting keeps the server from taking its user for a program.
      await delay(openedAt + minFillSeconds * 1000 + 200 - Date.now())
      await leaveDetails(input)
      onEnd(input.email === '' ? 'sent' : 'mailed')
    },
    onFailure: (error) => {
      if (isDead(error)) onEnd('dead')
      else if (error instanceof ApiError && ['form_expired', 'form_used'].includes(error.code)) {
        toastFormError(m.toSendAgain(), error.message)
        void onRenew()
      } else toastFailure(m.error(), error)
    },
  })
  return (
    <AuthLayout title={m.yourDetails()} intro={m.introductionText({ partner, providerName })}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={m.name()} required autoComplete="name" {...form.text('name')} />
          {contact.company !== 'hidden' && (
            <TextInput label={m.company()} required={isNeeded('company')} autoComplete="organization" {...form.text('company')} />
          )}
          {contact.email !== 'hidden' && (
            <TextInput
              label={m.columnEmail()}
              type="email"
              required={isNeeded('email')}
              autoComplete="email"
              {...form.text('email')}
            />
          )}
          {contact.phone !== 'hidden' && (
            <TextInput label={m.phone()} type="tel" required={isNeeded('phone')} autoComplete="tel" {...form.text('phone')} />
          )}
          {fields.map((field) => {
            const name = inputName(field.key)
            return (
              <FieldInput
                key={field.key}
                field={{ ...valueField(field), help: field.help, required: field.required }}
                label={field.name}
                name={name}
                value={form.values[name] ?? ''}
                error={form.errors[name]}
                onChange={(value) => form.set(name, value)}
                onBlur={() => form.validate(name)}
              />
            )
          })}
          {offers.length > 0 && <OfferChoice offers={offers} {...form.text('offer')} />}
          <LongText label={m.message()} minRows={2} maxRows={8} max={1000} {...form.text('message')} />
          <div aria-hidden="true" style={{ position: 'absolute', left: -9999, width: 1, height: 1, overflow: 'hidden' }}>
            <input
              name="site"
              tabIndex={-1}
              autoComplete="off"
              value={form.values.site}
              onChange={({ currentTarget }) => form.set('site', currentTarget.value)}
            />
          </div>
          <Checkbox
            label={consent}
            data-field="consent"
            checked={form.values.consent}
            error={form.errors.consent}
            onChange={({ currentTarget }) => form.set('consent', currentTarget.checked)}
          />
          <SoftText fz={13}>{m.useOfDetails({ providerName })}</SoftText>
          <Button type="submit" loading={form.busy}>
            {m.sendDetails()}
          </Button>
        </Stack>
      </form>
      <ProviderIdentity />
    </AuthLayout>
  )
}

/** The offers that staff show to clients, with what each is about below the choice. */
function OfferChoice({ offers, ...input }: { offers: readonly ClientOffer[] } & ComponentProps<typeof NativeSelect>) {
  const description = offers.find(({ key }) => key === input.value)?.description || null
  const options = offers.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <NativeSelect
      {...input}
      label={m.interestedIn()}
      data={[{ value: '', label: m.notSureYet() }, ...options]}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={description}
    />
  )
}

function Thanks({ partner, isMailed }: { partner: string; isMailed: boolean }) {
  const { providerName } = useSettings()
  return (
    <AuthLayout title={m.thanks()} intro={m.detailsPassedOn({ partner, providerName })}>
      <Text role="status">{isMailed ? m.oneStepLeft() : m.nothingLeftToDo()}</Text>
      {isMailed && <MailNote />}
      <ProviderIdentity />
    </AuthLayout>
  )
}

/** The same for every link that does not work, whatever the reason. */
function DeadIntroduction() {
  return (
    <AuthLayout title={m.linkDoesNotWork()} intro={m.linkDoesNotWorkText()}>
      <ProviderIdentity />
    </AuthLayout>
  )
}

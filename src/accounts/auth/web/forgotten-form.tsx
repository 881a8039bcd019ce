import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { resetRequestForm } from '../api/auth.ts'
import type { linkRequestForm } from '../api/sign-in-links.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout } from './auth-layout.tsx'
import { requestReset } from './data.ts'

interface MailedLinkFormProps {
  readonly shape: typeof resetRequestForm | typeof linkRequestForm
  readonly request: (email: string) => Promise<unknown>
  readonly title: string
  readonly intro: string
  readonly sentText: string
  readonly autoFocus?: boolean
  readonly onBack: () => void
}

/** Requests a link by mail. The response does not reveal whether the account exists. */
export function MailedLinkForm({ shape, request, title, intro, sentText, autoFocus, onBack }: MailedLinkFormProps) {
  const [sent, setSent] = useState(false)
  const form = useApiForm({
    shape,
    initial: { email: '' },
    toRequestBody: (values) => values,
    errorTitle: m.specifiedValidationError,
    send: async ({ email }) => {
      await request(email)
      setSent(true)
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const back = (
    <Anchor component="button" type="button" fz="sm" onClick={onBack}>
      {m.backToSignIn()}
    </Anchor>
  )
  if (sent) {
    return (
      <AuthLayout title={m.checkMailbox()}>
        <Stack>
          <Text role="status">{sentText}</Text>
          <MailNote />
          {back}
        </Stack>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={title} intro={intro}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={m.email()} type="email" autoComplete="username" autoFocus={autoFocus} {...form.text('email')} />
          <Button type="submit" loading={form.busy}>
            {m.sendLink()}
          </Button>
          {back}
        </Stack>
      </form>
    </AuthLayout>
  )
}

/** Requests a link to choose a password. */
export function ForgottenForm({ onBack }: { readonly onBack: () => void }) {
  const words = { title: m.forgottenPassword(), intro: m.resetLead(), sentText: m.resetLinkSent() }
  return <MailedLinkForm {...words} shape={resetRequestForm} request={requestReset} onBack={onBack} />
}

import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { resetRequestForm } from '../api/auth.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout } from './auth-layout.tsx'
import { requestReset } from './data.ts'

/** Requests a reset link. The response does not reveal whether the account exists. */
export function ForgottenForm({ onBack }: { onBack: () => void }) {
  const [sent, setSent] = useState(false)
  const form = useApiForm({
    shape: resetRequestForm,
    initial: { email: '' },
    toRequestBody: (values) => values,
    errorTitle: m.specifiedValidationError,
    send: async ({ email }) => {
      await requestReset(email)
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
          <Text role="status">{m.resetLinkSent()}</Text>
          <MailNote />
          {back}
        </Stack>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={m.forgottenPassword()} intro={m.resetLead()}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={m.email()} type="email" autoComplete="username" {...form.text('email')} />
          <Button type="submit" loading={form.busy}>
            {m.sendLink()}
          </Button>
          {back}
        </Stack>
      </form>
    </AuthLayout>
  )
}

import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { linkRequestForm } from '../api/sign-in-links.ts'
import { signInLinkMinutes } from '../domain/sign-in-links.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout } from './auth-layout.tsx'
import { requestSignInLink } from './sign-in-link-data.ts'

/** Requests a link to sign in. The response does not reveal whether the account exists. */
export default function SignInLinkForm({ onBack }: { readonly onBack: () => void }) {
  const [sent, setSent] = useState(false)
  const form = useApiForm({
    shape: linkRequestForm,
    initial: { email: '' },
    toRequestBody: (values) => values,
    errorTitle: m.specifiedValidationError,
    send: async ({ email }) => {
      await requestSignInLink(email)
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
          <Text role="status">{m.linkSent({ minutes: signInLinkMinutes })}</Text>
          <MailNote />
          {back}
        </Stack>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={m.linkTitle()} intro={m.linkLead()}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={m.email()} type="email" autoComplete="username" autoFocus {...form.text('email')} />
          <Button type="submit" loading={form.busy}>
            {m.sendLink()}
          </Button>
          {back}
        </Stack>
      </form>
    </AuthLayout>
  )
}

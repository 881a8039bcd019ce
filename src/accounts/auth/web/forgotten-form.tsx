import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { resetRequestForm } from '../api/auth.ts'
import { AuthLayout } from './auth-layout.tsx'
import { requestReset } from './data.ts'

/** Requests a reset link. The response does not reveal whether the account exists. */
export function ForgottenForm({ onBack }: { onBack: () => void }) {
  const [sent, setSent] = useState(false)
  const form = useApiForm({
    shape: resetRequestForm,
    initial: { email: '' },
    wire: (values) => values,
    faultTitle: 'Erreur de validation',
    send: async ({ email }) => {
      await requestReset(email)
      setSent(true)
    },
    onFailure: (error) => toastFailure('Erreur', error),
  })
  const back = (
    <Anchor component="button" type="button" fz="sm" onClick={onBack}>
      Retour à la connexion
    </Anchor>
  )
  if (sent) {
    return (
      <AuthLayout title="Vérifiez votre boîte mail">
        <Stack>
          <Text role="status">
            Si un compte existe pour cette adresse, un lien pour choisir un nouveau mot de passe vient d’être envoyé. Il est
            valable 1 heure.
          </Text>
          {back}
        </Stack>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="Mot de passe oublié ?" intro="Nous vous envoyons un lien pour en choisir un nouveau.">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label="Email" type="email" autoComplete="username" {...form.text('email')} />
          <Button type="submit" loading={form.busy}>
            Envoyer le lien
          </Button>
          {back}
        </Stack>
      </form>
    </AuthLayout>
  )
}

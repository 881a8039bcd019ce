import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { resetForm } from '#api/auth.ts'
import { ApiError } from '../app/api-error.ts'
import { useApiForm } from '../app/form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { NewPasswordField } from '../ui/password-field.tsx'
import { resetPassword } from './data.ts'
import { AuthLayout, DeadLink } from './auth-layout.tsx'

/** Password reset page. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [dead, setDead] = useState(!z.safeParse(resetForm.shape.token, token).success)
  const navigate = useNavigate()
  const form = useApiForm({
    shape: resetForm,
    initial: { password: '' },
    wire: (values) => ({ token, ...values }),
    faultTitle: 'Erreur de validation',
    send: async (input) => {
      await resetPassword(input)
      toastSuccess('Mot de passe modifié', 'Connectez-vous avec votre nouveau mot de passe.')
      await navigate('/auth')
    },
    onFailure: (error) => {
      if (error instanceof ApiError && error.code === 'link_invalid') setDead(true)
      else toastFailure('Erreur', error)
    },
  })
  if (dead) {
    return (
      <DeadLink
        text={
          'Ce lien a expiré ou a déjà été utilisé. Demandez-en un nouveau depuis la page de connexion, ' +
          'avec « Mot de passe oublié ? ».'
        }
      />
    )
  }
  return (
    <AuthLayout title="Nouveau mot de passe" intro="Vos autres sessions seront fermées.">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <NewPasswordField label="Nouveau mot de passe" description="6 caractères au moins" {...form.text('password')} />
          <Button type="submit" loading={form.busy}>
            Enregistrer
          </Button>
          <Anchor component={Link} to="/auth" fz="sm">
            Retour à la connexion
          </Anchor>
        </Stack>
      </form>
    </AuthLayout>
  )
}

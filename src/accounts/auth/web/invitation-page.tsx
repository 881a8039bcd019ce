import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { homePath } from '#platform/domain/home-path.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { enter, useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { acceptForm } from '../api/auth.ts'
import { AuthLayout, DeadLink, UnreadableLink } from './auth-layout.tsx'
import { acceptInvitation, invitationQuery } from './data.ts'
import { NewPasswordField } from './password-field.tsx'

/** Invitation page: shows the e-mail, confirms the name and sets a password. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const invitation = useQuery(invitationQuery(token))
  if (invitation.isPending) return <PageLoading />
  if (invitation.error) {
    const { error } = invitation
    if (error instanceof ApiError && (error.code === 'link_invalid' || error.code === 'invalid_input')) {
      return (
        <DeadLink
          text={
            'Cette invitation a expiré, a déjà été acceptée ou a été retirée. Demandez-en une nouvelle à la ' +
            'personne qui vous a invité, ou connectez-vous si vous avez déjà un compte.'
          }
        />
      )
    }
    return <UnreadableLink error={error} onRetry={() => void invitation.refetch()} />
  }
  return <AcceptForm token={token} email={invitation.data.email} fullName={invitation.data.fullName} />
}

function AcceptForm({ token, email, fullName }: { token: string; email: string; fullName: string }) {
  const navigate = useNavigate()
  const settings = useSettings()
  const form = useApiForm({
    shape: acceptForm,
    initial: { fullName, password: '' },
    wire: (values) => ({ token, ...values }),
    faultTitle: 'Erreur de validation',
    send: async (input) => {
      enter(await acceptInvitation(input))
      toastSuccess('Connexion réussie', `Bienvenue dans votre espace ${settings.providerName}`)
      await navigate(homePath)
    },
    onFailure: (error) => toastFailure('Erreur', error),
  })
  return (
    <AuthLayout title="Bienvenue" intro={`${settings.providerName} vous invite à rejoindre son espace partenaires.`}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label="Email" value={email} readOnly autoComplete="username" />
          <TextInput label="Nom complet" autoComplete="name" {...form.text('fullName')} />
          <NewPasswordField label="Mot de passe" description="6 caractères au moins" {...form.text('password')} />
          <Button type="submit" loading={form.busy}>
            Accéder à mon espace
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}

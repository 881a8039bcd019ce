import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { homePath } from '#access/domain/home-path.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { acceptForm, type authRoutes } from '../api/auth.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout, DeadLink, UnreadableLink } from './auth-layout.tsx'
import { acceptInvitation, invitationQuery } from './data.ts'
import { welcome } from './greetings.ts'
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
      return <DeadLink text={m.invitationDead()} />
    }
    return <UnreadableLink error={error} onRetry={() => void invitation.refetch()} />
  }
  return <AcceptForm token={token} invitation={invitation.data} />
}

interface AcceptFormProps {
  readonly token: string
  readonly invitation: ReturnOf<typeof authRoutes.openInvitation>
}

function AcceptForm({ token, invitation: { email, fullName, colleague } }: AcceptFormProps) {
  const navigate = useNavigate()
  const settings = useSettings()
  const form = useApiForm({
    shape: acceptForm,
    initial: { fullName, password: '' },
    toRequestBody: (values) => ({ token, ...values }),
    errorTitle: m.specifiedValidationError,
    send: async (input) => {
      const me = await acceptInvitation(input)
      await welcome(me, { greeting: 'signedIn', providerName: settings.providerName, path: homePath, navigate })
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const { providerName } = settings
  const intro = colleague
    ? m.invitationColleagueLead({ ...colleague, role: partnerRoleLabels[colleague.partnerRole] })
    : m.invitationLead({ providerName })
  return (
    <AuthLayout title={m.welcome()} intro={intro}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={m.email()} value={email} readOnly autoComplete="username" />
          <TextInput label={m.fullName()} autoComplete="name" {...form.text('fullName')} />
          <NewPasswordField label={m.password()} description={m.passwordHint()} {...form.text('password')} />
          <Button lang={m.enterSpace.lang} type="submit" loading={form.busy}>
            {m.enterSpace()}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}

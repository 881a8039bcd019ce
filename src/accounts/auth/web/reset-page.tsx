import { Anchor, Button, Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { resetForm } from '../api/auth.ts'
import type { Passkey } from '../api/passkey-list.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout, DeadLink, UnreadableLink } from './auth-layout.tsx'
import { resetPassword, resetQuery } from './data.ts'
import { ForgottenForm } from './forgotten-form.tsx'
import { passkeyTimes } from './passkey-times.ts'
import { NewPasswordField } from './password-field.tsx'

const isDead = (error: unknown) => error instanceof ApiError && ['link_invalid', 'invalid_input'].includes(error.code)

/** Password reset page. A link that was used or has expired says so at once, with the way to a new one. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const link = useQuery(resetQuery(token))
  const [isUsed, setUsed] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  if (link.isPending) return <PageLoading />
  if (isAsking) return <ForgottenForm onBack={() => void navigate(visitorPaths.signIn)} />
  if (isUsed || isDead(link.error)) {
    return (
      <DeadLink text={m.resetDead()}>
        <Stack>
          <Button onClick={() => setAsking(true)}>{m.askNewLink()}</Button>
          <Anchor component={Link} to={visitorPaths.signIn} fz="sm">
            {m.backToSignIn()}
          </Anchor>
        </Stack>
      </DeadLink>
    )
  }
  if (link.error) return <UnreadableLink error={link.error} onRetry={() => void link.refetch()} />
  return <NewPassword token={token} passkeys={link.data.passkeys} onDead={() => setUsed(true)} />
}

interface NewPasswordProps {
  readonly token: string
  readonly passkeys: readonly Passkey[]
  readonly onDead: () => void
}

function NewPassword({ token, passkeys, onDead }: NewPasswordProps) {
  const [removePasskeys, setRemoved] = useState<string[]>([])
  const navigate = useNavigate()
  const form = useApiForm({
    shape: resetForm,
    initial: { password: '' },
    toRequestBody: (values) => ({ token, ...values, removePasskeys }),
    errorTitle: m.specifiedValidationError,
    send: async (input) => {
      await resetPassword(input)
      toastSuccess(m.passwordChangedToast(), m.signInWithNewPassword())
      await navigate(visitorPaths.signIn)
    },
    onFailure: (error) => {
      if (error instanceof ApiError && error.code === 'link_invalid') onDead()
      else toastFailure(m.error(), error)
    },
  })
  return (
    <AuthLayout title={m.visitorNewPassword()} intro={m.otherSessionsWillEnd()}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <NewPasswordField label={m.visitorNewPassword()} description={m.passwordHint()} {...form.text('password')} />
          {passkeys.length > 0 && (
            <Checkbox.Group
              label={m.passkeysOfAccount()}
              description={m.passkeysOfAccountText()}
              value={removePasskeys}
              onChange={setRemoved}
            >
              <Stack gap="xs" mt="xs">
                {passkeys.map((each) => (
                  <Checkbox key={each.id} value={each.id} label={each.name} description={passkeyTimes(each)} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <Button type="submit" loading={form.busy}>
            {m.save()}
          </Button>
          <Anchor component={Link} to={visitorPaths.signIn} fz="sm">
            {m.backToSignIn()}
          </Anchor>
        </Stack>
      </form>
    </AuthLayout>
  )
}

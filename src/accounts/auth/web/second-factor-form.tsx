import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '#access/api/session.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { secondFactorForm } from '../api/auth.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout } from './auth-layout.tsx'
import { signInSecondFactor } from './data.ts'

// Loaded only for those who ask.
const LostFactor = lazy(() => import('./lost-factor.tsx'))

/** Second step of sign-in with two-factor authentication. */
export function SecondFactorForm({ onSignedIn, onBack }: { onSignedIn: (me: Me) => void; onBack: () => void }) {
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp')
  const [isLost, setLost] = useState(false)
  const form = useApiForm({
    shape: secondFactorForm,
    initial: { code: '' },
    toRequestBody: ({ code }) => ({ code, kind }),
    errorTitle: m.specifiedValidationError,
    send: async (input) => onSignedIn(await signInSecondFactor(input)),
    onFailure: (error) => {
      toastFailure(m.signInFailed, error)
      if (error instanceof ApiError && error.code === 'second_factor_expired') onBack()
    },
  })
  const totp = kind === 'totp'
  return (
    <AuthLayout title={m.verification()} intro={totp ? m.enterAppCode() : m.enterRecoveryCode()}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput
            label={totp ? m.code() : m.recoveryCode()}
            autoComplete="one-time-code"
            inputMode={totp ? 'numeric' : 'text'}
            autoFocus
            {...form.text('code')}
          />
          <Button type="submit" disabled={form.busy}>
            {form.busy ? m.signingIn() : m.signIn()}
          </Button>
          <Anchor
            component="button"
            type="button"
            fz="sm"
            onClick={() => {
              form.reset()
              setKind(totp ? 'recovery' : 'totp')
            }}
          >
            {totp ? m.recoveryCodeInstead() : m.appInstead()}
          </Anchor>
          {isLost ? (
            <Suspense>
              <LostFactor />
            </Suspense>
          ) : (
            <Anchor component="button" type="button" fz="sm" onClick={() => setLost(true)}>
              {m.bothLost()}
            </Anchor>
          )}
          <Anchor component="button" type="button" fz="sm" onClick={onBack}>
            {m.back()}
          </Anchor>
        </Stack>
      </form>
    </AuthLayout>
  )
}

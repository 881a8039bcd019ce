import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { nameIn } from '#platform/domain/names.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { knowsPasskeys } from '#platform/web/app/requests/passkey-support.ts'
import { endedQuery, useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { loginForm } from '../api/auth.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout } from './auth-layout.tsx'
import { signIn } from './data.ts'

// Loaded only where somebody has a passkey, and where a provider is set.
const PasskeyButton = lazy(() => import('./passkey-button.tsx'))
const ProviderButton = lazy(() => import('./provider-button.tsx'))
const ProviderNotice = lazy(() => import('./provider-notice.tsx'))
const EndedNotice = lazy(() => import('./ended-notice.tsx'))

/** What the page that a provider sends browsers back to has to say; null in every other case. */
function useNotice(): string | null {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return typeof state.notice === 'string' ? state.notice : null
}

interface LoginFormProps {
  readonly onSignedIn: (me: Me) => void
  readonly onSecondFactor: () => void
  readonly onForgotten: () => void
  readonly onLink: () => void
}

export function LoginForm({ onSignedIn, onSecondFactor, onForgotten, onLink }: LoginFormProps) {
  const settings = useSettings()
  const notice = useNotice()
  const { data: ended } = useQuery(endedQuery)
  const email = useRef<HTMLInputElement>(null)
  // Also focused after returning from the forgotten-password form.
  useEffect(() => email.current?.focus({ preventScroll: true }), [])
  const form = useApiForm({
    shape: loginForm,
    initial: { email: '', password: '' },
    toRequestBody: (values) => values,
    errorTitle: m.specifiedValidationError,
    send: async (input) => {
      const { me } = await signIn(input)
      if (me) onSignedIn(me)
      else onSecondFactor()
    },
    onFailure: (error) => {
      const known = error instanceof ApiError && error.code !== 'invalid_credentials'
      toastFailure(m.signInFailed, error, known ? error.message : m.credentialsInvalid)
    },
  })
  return (
    <AuthLayout title={m.signInTitle()} intro={nameIn({ name: settings.tagline, names: settings.taglines })}>
      {notice && (
        <Suspense>
          <ProviderNotice text={notice} />
        </Suspense>
      )}
      {ended && (
        <Suspense>
          <EndedNotice ended={ended} />
        </Suspense>
      )}
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput
            ref={email}
            label={m.email()}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.text('email')}
          />
          <PasswordInput
            label={m.password()}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': m.showPassword() }}
            {...form.text('password')}
          />
          <Button type="submit" disabled={form.busy} fullWidth>
            {form.busy ? m.signingIn() : m.signIn()}
          </Button>
          {settings.passkeys && knowsPasskeys && (
            <Suspense>
              <PasskeyButton onSignedIn={onSignedIn} />
            </Suspense>
          )}
          {settings.signInProvider && (
            <Suspense>
              <ProviderButton name={settings.signInProvider} />
            </Suspense>
          )}
          <Anchor lang={m.forgottenPassword.lang} component="button" type="button" fz="sm" onClick={onForgotten}>
            {m.forgottenPassword()}
          </Anchor>
          {settings.signInLinks && (
            <Anchor component="button" type="button" fz="sm" onClick={onLink}>
              {m.linkInstead()}
            </Anchor>
          )}
          <SoftText lang={m.invitedOnly.lang} ta="center">
            {m.invitedOnly()}
          </SoftText>
        </Stack>
      </form>
    </AuthLayout>
  )
}

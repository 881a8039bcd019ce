import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { takeReturnTo } from '#platform/web/app/session/return-to.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import { welcome } from './greetings.ts'
import { LoginForm } from './login-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

// Shown only where the provider offers such links.
const SignInLinkForm = lazy(() => import('./sign-in-link-form.tsx'))

/** Sign-in, second factor, forgotten password, and a link by mail. */
export function Component() {
  const [view, setView] = useState<'login' | 'second_factor' | 'forgotten' | 'link'>('login')
  const settings = useSettings()
  const navigate = useNavigate()
  const onSignedIn = (me: Me) => {
    const { providerName } = settings
    void welcome(me, { greeting: 'signedIn', providerName, path: takeReturnTo(), navigate })
  }
  if (view === 'second_factor') return <SecondFactorForm onSignedIn={onSignedIn} onBack={() => setView('login')} />
  if (view === 'forgotten') return <ForgottenForm onBack={() => setView('login')} />
  if (view === 'link') {
    return (
      <Suspense fallback={<PageLoading />}>
        <SignInLinkForm onBack={() => setView('login')} />
      </Suspense>
    )
  }
  return (
    <LoginForm
      onSignedIn={onSignedIn}
      onSecondFactor={() => setView('second_factor')}
      onForgotten={() => setView('forgotten')}
      onLink={() => setView('link')}
    />
  )
}

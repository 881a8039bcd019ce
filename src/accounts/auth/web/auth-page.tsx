import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '#platform/api/session.ts'
import { takeReturnTo } from '#platform/web/app/session/return-to.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { ForgottenForm } from './forgotten-form.tsx'
import { welcome } from './greetings.ts'
import { LoginForm } from './login-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

/** Sign-in, second factor, and forgotten password. */
export function Component() {
  const [view, setView] = useState<'login' | 'second_factor' | 'forgotten'>('login')
  const settings = useSettings()
  const navigate = useNavigate()
  const onSignedIn = (me: Me) => {
    const { providerName } = settings
    void welcome(me, { greeting: 'signedIn', providerName, path: takeReturnTo(), navigate })
  }
  if (view === 'second_factor') return <SecondFactorForm onSignedIn={onSignedIn} onBack={() => setView('login')} />
  if (view === 'forgotten') return <ForgottenForm onBack={() => setView('login')} />
  return (
    <LoginForm onSignedIn={onSignedIn} onSecondFactor={() => setView('second_factor')} onForgotten={() => setView('forgotten')} />
  )
}

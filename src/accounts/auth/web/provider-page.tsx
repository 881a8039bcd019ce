import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { takeReturnTo } from '#platform/web/app/session/return-to.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { welcome } from './greetings.ts'
import { providerAnswerQuery } from './provider-data.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

/** Where the provider sends a browser back to: signs in, or goes to the sign-in page and says there what to do. */
export function Component() {
  const { search } = useLocation()
  const answer = useQuery(providerAnswerQuery(search.slice(1)))
  const { providerName } = useSettings()
  const navigate = useNavigate()
  const onSignedIn = (me: Me) => void welcome(me, { greeting: 'signedIn', providerName, path: takeReturnTo(), navigate })
  const me = answer.data?.me
  // biome-ignore lint/correctness/useExhaustiveDependencies: Somebody is welcomed once, when they are signed in.
  useEffect(() => {
    if (me) onSignedIn(me)
  }, [me])
  const notice = answer.error?.message
  useEffect(() => {
    if (notice !== undefined) void navigate(visitorPaths.signIn, { replace: true, state: { notice } })
  }, [notice, navigate])
  if (answer.data?.next !== 'second_factor') return <PageLoading />
  return <SecondFactorForm onSignedIn={onSignedIn} onBack={() => void navigate(visitorPaths.signIn, { replace: true })} />
}

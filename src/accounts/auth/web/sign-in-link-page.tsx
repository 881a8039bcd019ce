import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { takeReturnTo } from '#platform/web/app/session/return-to.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { signInLinkMinutes } from '../domain/sign-in-links.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout, DeadLink, UnreadableLink } from './auth-layout.tsx'
import { welcome } from './greetings.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { signInByLinkQuery } from './sign-in-link-data.ts'
import SignInLinkForm from './sign-in-link-form.tsx'

/** Signs in with the link that was sent, or says why it does not open, with the way to a new one. */
export function Component() {
  const [search] = useSearchParams()
  const link = useQuery(signInByLinkQuery(search.get('token') ?? ''))
  const [isAsking, setAsking] = useState(false)
  const { providerName } = useSettings()
  const navigate = useNavigate()
  const onSignedIn = (me: Me) => void welcome(me, { greeting: 'signedIn', providerName, path: takeReturnTo(), navigate })
  const me = link.data?.me
  // biome-ignore lint/correctness/useExhaustiveDependencies: Somebody is welcomed once, when they are signed in.
  useEffect(() => {
    if (me) onSignedIn(me)
  }, [me])
  const toSignIn = () => void navigate(visitorPaths.signIn)
  if (isAsking) return <SignInLinkForm onBack={toSignIn} />
  if (link.data?.next === 'second_factor') return <SecondFactorForm onSignedIn={onSignedIn} onBack={toSignIn} />
  if (!link.error) return <PageLoading />
  const code = link.error instanceof ApiError ? link.error.code : null
  const ways = (
    <Stack>
      <Button onClick={() => setAsking(true)}>{m.askNewLink()}</Button>
      <Anchor component={Link} to={visitorPaths.signIn} fz="sm">
        {m.backToSignIn()}
      </Anchor>
    </Stack>
  )
  if (code === 'link_of_other_browser') {
    return (
      <AuthLayout title={m.linkUnreadable()} intro={link.error.message}>
        {ways}
      </AuthLayout>
    )
  }
  if (code === 'link_invalid' || code === 'invalid_input') {
    return <DeadLink text={m.signInLinkDead({ minutes: signInLinkMinutes })}>{ways}</DeadLink>
  }
  return <UnreadableLink error={link.error} onRetry={() => void link.refetch()} />
}

import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { AuthLayout, DeadLink, UnreadableLink } from '#accounts/auth/web/auth-layout.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { confirmEmailChange, emailChangeQuery } from './data.ts'

const isDead = (error: Error) => error instanceof ApiError && ['link_invalid', 'invalid_input'].includes(error.code)

/** Target of the link to a new address. A button, since scanners of mail open links. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const change = useQuery(emailChangeQuery(token))
  const { busy, run: confirm } = useAction(
    async () => {
      const { email } = await confirmEmailChange(token)
      toastSuccess(m.addressConfirmed(), m.signInWith({ email }))
      await navigate(visitorPaths.signIn)
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'email_taken') setRefusal('taken')
      else if (error instanceof Error && isDead(error)) setRefusal('dead')
      else toastFailure(m.error(), error)
    },
  )
  const [refusal, setRefusal] = useState<'dead' | 'taken' | null>(null)
  const navigate = useNavigate()
  if (change.isPending) return <PageLoading />
  if (refusal === 'taken') {
    return <DeadLink text={m.addressTaken()} />
  }
  if (refusal === 'dead' || (change.error && isDead(change.error))) {
    return <DeadLink text={m.linkDead()} />
  }
  if (change.error) return <UnreadableLink error={change.error} onRetry={() => void change.refetch()} />
  const { fullName, newEmail } = change.data
  return (
    <AuthLayout title={m.yourNewAddress()} intro={m.confirmIntro({ fullName })}>
      <Stack>
        <TextInput label={m.email()} value={newEmail} readOnly />
        <SoftText>{m.signInNote()}</SoftText>
        <Button loading={busy} onClick={confirm}>
          {m.confirmAddress()}
        </Button>
      </Stack>
    </AuthLayout>
  )
}

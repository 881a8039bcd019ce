import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthLayout, DeadLink, UnreadableLink } from '#accounts/auth/web/auth-layout.tsx'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { actText } from '../act-texts.ts'
import { m } from '../messages/messages.ts'
import { object, objectionQuery } from './data.ts'

const isDead = (error: Error) => error instanceof ApiError && ['link_invalid', 'invalid_input'].includes(error.code)

/** Target of the link in the mail to owners. A button, since scanners of mail open links. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const { providerName } = useSettings()
  const appointment = useQuery(objectionQuery(token))
  const [isOver, setOver] = useState(false)
  const { busy, run } = useAction(
    () => object(token),
    (error) => {
      if (error instanceof Error && isDead(error)) setOver(true)
      else toastFailure(m.error(), error)
    },
  )
  if (appointment.isPending) return <PageLoading />
  if (isOver || (appointment.error && isDead(appointment.error))) return <DeadLink text={m.linkDead()} />
  if (appointment.error) return <UnreadableLink error={appointment.error} onRetry={() => void appointment.refetch()} />
  const { hasObjection, role, at, company, by, fullName: name, email, act } = appointment.data
  if (hasObjection)
    return (
      <AuthLayout title={m.objected()} intro={m.objectedText({ providerName })}>
        <MailNote />
      </AuthLayout>
    )
  return (
    <AuthLayout title={m.title()} intro={m.thatOf({ moment: longDate(at), company, act: actText(act, { by, name, email }) })}>
      <Stack>
        <Text>
          {m.role({ role: partnerRoleLabels[role] })} {m.bankFrom()}
        </Text>
        <Text>{m.objectionIntro({ providerName })}</Text>
        <Button loading={busy} onClick={run}>
          {m.object()}
        </Button>
      </Stack>
    </AuthLayout>
  )
}

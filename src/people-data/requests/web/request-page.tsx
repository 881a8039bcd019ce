import { Anchor, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { AuthLayout, UnreadableLink } from '#accounts/auth/web/auth-layout.tsx'
import { ProviderIdentity } from '#accounts/auth/web/provider-identity.tsx'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { askForm, type OwnRequest } from '../api/requests.ts'
import { outcomeLabels, type Wish, wishes, wishLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { askAboutData, ownArchiveAddress, ownRequestQuery, proveRequest } from './data.ts'

/** Where anybody asks about their data, and reads by the mailed link what became of it. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <OwnRequestPage token={token} /> : <AskPage />
}

function AskPage() {
  const { providerName } = useSettings()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useApiForm({
    shape: askForm,
    initial: { email: '', wish: 'read' as Wish, message: '', site: '' },
    toRequestBody: (values) => values,
    errorTitle: m.validationError(),
    send: async (input) => {
      await askAboutData(input)
      setSentTo(input.email)
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  if (sentTo !== null)
    return (
      <AuthLayout title={m.checkMailbox()} intro={m.checkMailboxText({ email: sentTo })}>
        <MailNote />
        <ProviderIdentity />
      </AuthLayout>
    )
  return (
    <AuthLayout title={m.yourData()} intro={m.aboutYourDataText({ providerName })}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={m.email()} type="email" required autoComplete="email" {...form.text('email')} />
          <NativeSelect
            label={m.whatYouWant()}
            data={wishes.map((wish) => ({ value: wish, label: wishLabels[wish] }))}
            {...form.text('wish')}
          />
          <LongText
            label={m.yourMessage()}
            description={m.yourMessageHint()}
            minRows={2}
            maxRows={8}
            max={2000}
            {...form.text('message')}
          />
          <div aria-hidden="true" style={{ position: 'absolute', left: -9999, width: 1, height: 1, overflow: 'hidden' }}>
            <input
              name="site"
              tabIndex={-1}
              autoComplete="off"
              value={form.values.site}
              onChange={({ currentTarget }) => form.set('site', currentTarget.value)}
            />
          </div>
          <Button type="submit" loading={form.busy}>
            {m.sendLink()}
          </Button>
        </Stack>
      </form>
      <ProviderIdentity />
    </AuthLayout>
  )
}

const isDead = (error: unknown) => error instanceof ApiError && ['link_invalid', 'invalid_input'].includes(error.code)

function OwnRequestPage({ token }: { token: string }) {
  const query = useQuery(ownRequestQuery(token))
  const { busy, run } = useAction(() => proveRequest(token))
  if (query.isPending) return <PageLoading />
  if (query.error && isDead(query.error))
    return (
      <AuthLayout title={m.requestOver()} intro={m.linkOver()}>
        <Anchor component={Link} to={visitorPaths.privacyRequest}>
          {m.askAnew()}
        </Anchor>
        <ProviderIdentity />
      </AuthLayout>
    )
  if (query.error) return <UnreadableLink error={query.error} onRetry={() => void query.refetch()} />
  const { wish, email, isProved } = query.data
  if (isProved) return <Progress request={query.data} token={token} />
  return (
    <AuthLayout title={m.confirmRequest()} intro={m.confirmRequestText({ email, wish: wishLabels[wish] })}>
      <Button disabled={busy} onClick={run}>
        {m.confirmRequest()}
      </Button>
      <ProviderIdentity />
    </AuthLayout>
  )
}

/** What became of a request until now. */
function Progress({ request, token }: { request: OwnRequest; token: string }) {
  const { wish, email, receivedAt, dueAt, extension, answer, isRefused, archiveUntil } = request
  const title = answer ? outcomeLabels[answer.outcome] : m.requestConfirmed()
  return (
    <AuthLayout title={title} intro={wishLabels[wish]}>
      <Stack>
        <SoftText>{m.requestReceived({ day: shortDate(receivedAt) })}</SoftText>
        {!answer && (
          <Text role="status">
            {m.answerDueText({ day: shortDate(dueAt) })} {m.answerComes({ email })}
          </Text>
        )}
        {!answer && extension && <Text style={{ whiteSpace: 'pre-line' }}>{extension.reason}</Text>}
        {answer && <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{answer.report}</Text>}
        {isRefused && <Text>{m.listed()}</Text>}
        {archiveUntil && (
          <Button component="a" href={ownArchiveAddress(token)} download>
            {m.downloadArchive()}
          </Button>
        )}
        <SoftText fz={13}>{m.complaintNote()}</SoftText>
      </Stack>
      <ProviderIdentity />
    </AuthLayout>
  )
}

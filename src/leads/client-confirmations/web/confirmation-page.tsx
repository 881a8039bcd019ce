import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthLayout, UnreadableLink } from '#accounts/auth/web/auth-layout.tsx'
import { ProviderIdentity } from '#accounts/auth/web/provider-identity.tsx'
import { ofCompany } from '#leads/domain/client-names.ts'
import type { ClientAnswer } from '#leads/leads/domain/leads.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ClientQuestion } from '../api.ts'
import { m } from '../messages/messages.ts'
import { answer, questionQuery } from './data.ts'

const isDead = (error: unknown) => error instanceof ApiError && ['link_invalid', 'invalid_input'].includes(error.code)

type Send = (choice: ClientAnswer, name?: string) => void

/** Target of the links in a mail to a client. Opening it changes nothing, since scanners of mail open links. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return search.has('stop') ? <StopMails token={token} /> : <AskedQuestion token={token} />
}

/** Ends all such mail, whatever the link came with: a notice asks nothing. */
function StopMails({ token }: { readonly token: string }) {
  const { providerName } = useSettings()
  const [isEnded, setEnded] = useState(false)
  const { busy, run: stop } = useAction(async () => {
    await answer({ token, answer: 'never' })
    setEnded(true)
  })
  if (isEnded) return <Ended />
  return (
    <AuthLayout title={m.stopMailsTitle()} intro={m.stopMailsText({ providerName })}>
      <Button fullWidth loading={busy} onClick={stop}>
        {m.stopMails()}
      </Button>
      <ProviderIdentity />
    </AuthLayout>
  )
}

function AskedQuestion({ token }: { readonly token: string }) {
  const query = useQuery(questionQuery(token))
  const { busy, run: send } = useAction(
    async (choice: ClientAnswer, name: string = '') => {
      await answer({ token, answer: choice, name })
      if (choice === 'never') setEnded(true)
    },
    async (error) => {
      if (isDead(error)) await query.refetch()
      else toastFailure(m.error(), error)
    },
  )
  const [isEnded, setEnded] = useState(false)
  if (query.isPending) return <PageLoading />
  if (isEnded) return <Ended />
  if (query.error && isDead(query.error)) return <DeadQuestion busy={busy} onSend={send} />
  if (query.error) return <UnreadableLink error={query.error} onRetry={() => void query.refetch()} />
  return query.data.answer ? (
    <Answered question={query.data} busy={busy} onSend={send} />
  ) : (
    <Question question={query.data} busy={busy} onSend={send} />
  )
}

interface QuestionProps {
  readonly question: ClientQuestion
  readonly busy: boolean
  readonly onSend: Send
}

function Question({ question: { about, partner, company }, busy, onSend }: QuestionProps) {
  const { providerName } = useSettings()
  const [namesOther, setNamesOther] = useState(false)
  const [name, setName] = useState('')
  const isLeft = about === 'left'
  const button = (choice: ClientAnswer, label: string, variant: 'filled' | 'default' = 'default') => (
    <Button variant={variant} disabled={busy} onClick={() => onSend(choice)} styles={{ label: { whiteSpace: 'normal' } }}>
      {label}
    </Button>
  )
  return (
    <AuthLayout
      title={isLeft ? m.confirmTitle() : m.oneQuestion()}
      intro={
        isLeft
          ? m.detailsLeftQuestion({ of: ofCompany(company), company, providerName, partner })
          : m.questionText({ partner, providerName, of: ofCompany(company), company })
      }
    >
      <Stack>
        {button('yes', isLeft ? m.yesItWasMe() : m.yesWith({ partner }), 'filled')}
        {!isLeft && !namesOther && (
          <Button variant="default" disabled={busy} onClick={() => setNamesOther(true)}>
            {m.yesWithOther()}
          </Button>
        )}
        {namesOther && (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              onSend('other', name)
            }}
          >
            <Stack gap="xs">
              <TextInput
                label={m.withWhom()}
                description={m.readByProvider({ providerName, partner })}
                data-autofocus
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={busy}>
                {m.send()}
              </Button>
            </Stack>
          </form>
        )}
        {button('no', isLeft ? m.noItWasNotMe() : m.no())}
        <NeverAgain busy={busy} onSend={onSend} />
      </Stack>
      <ProviderIdentity />
    </AuthLayout>
  )
}

function NeverAgain({ busy, onSend }: Pick<QuestionProps, 'busy' | 'onSend'>) {
  return (
    <Button variant="subtle" disabled={busy} onClick={() => onSend('never')}>
      {m.neverAskAgain()}
    </Button>
  )
}

const thanks: Readonly<Record<Exclude<ClientAnswer, 'never'>, (partner: string) => string>> = {
  yes: (partner) => m.saidYes({ partner }),
  other: () => m.saidOther(),
  no: () => m.saidNo(),
}

function Answered({ question, busy, onSend }: QuestionProps) {
  const { providerName } = useSettings()
  if (!question.answer || question.answer === 'never') return <Ended />
  const day = question.answeredAt ? longDate(question.answeredAt) : ''
  return (
    <AuthLayout title={m.thanks()} intro={thanks[question.answer](question.partner)}>
      <Stack>
        <SoftText role="status">{m.answerRecorded({ day, providerName })}</SoftText>
        <NeverAgain busy={busy} onSend={onSend} />
      </Stack>
      <ProviderIdentity />
    </AuthLayout>
  )
}

function Ended() {
  return (
    <AuthLayout title={m.noted()} intro={m.noMoreMails()}>
      <ProviderIdentity />
    </AuthLayout>
  )
}

/** Even when a question is closed, its reader can still stop such mail. */
function DeadQuestion({ busy, onSend }: Pick<QuestionProps, 'busy' | 'onSend'>) {
  return (
    <AuthLayout title={m.questionClosed()} intro={m.questionClosedText()}>
      <NeverAgain busy={busy} onSend={onSend} />
      <ProviderIdentity />
    </AuthLayout>
  )
}

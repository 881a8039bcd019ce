import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthLayout, UnreadableLink } from '#accounts/auth/web/auth-layout.tsx'
import { ProviderIdentity } from '#accounts/auth/web/provider-identity.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ClientQuestion } from '../api.ts'
import type { ClientAnswer } from '../domain.ts'
import { answer, questionQuery } from './data.ts'

const isDead = (error: unknown) => error instanceof ApiError && ['link_invalid', 'invalid_input'].includes(error.code)

type Send = (choice: ClientAnswer, name?: string) => void

/** Target of the button in a mail to a client. Opening it changes nothing, since scanners of mail open links. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const query = useQuery(questionQuery(token))
  const { busy, run: send } = useAction(
    async (choice: ClientAnswer, name: string = '') => {
      await answer({ token, answer: choice, name })
      if (choice === 'never') setEnded(true)
    },
    async (error) => {
      if (isDead(error)) await query.refetch()
      else toastFailure('Erreur', error)
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
      title={isLeft ? 'Confirmez vos coordonnées' : 'Une question'}
      intro={
        isLeft
          ? `Vos coordonnées (${company}) ont été laissées à ${providerName} par le lien de ${partner}. Était-ce vous ?`
          : `${partner} indique vous avoir présenté ${providerName} pour ${company}. Est-ce exact ?`
      }
    >
      <Stack lang="fr">
        {button('yes', isLeft ? 'Oui, c’était moi' : `Oui, avec ${partner}`, 'filled')}
        {!isLeft && !namesOther && (
          <Button variant="default" disabled={busy} onClick={() => setNamesOther(true)}>
            Oui, mais avec quelqu’un d’autre
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
                label="Avec qui ?"
                description={`Lu par ${providerName}, et non par ${partner}`}
                maxLength={100}
                data-autofocus
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={busy}>
                Envoyer
              </Button>
            </Stack>
          </form>
        )}
        {button('no', isLeft ? 'Non, ce n’était pas moi' : 'Non')}
        <NeverAgain busy={busy} onSend={onSend} />
      </Stack>
      <ProviderIdentity />
    </AuthLayout>
  )
}

function NeverAgain({ busy, onSend }: Pick<QuestionProps, 'busy' | 'onSend'>) {
  return (
    <Button variant="subtle" disabled={busy} onClick={() => onSend('never')}>
      Ne plus jamais me demander
    </Button>
  )
}

const thanks: Readonly<Record<Exclude<ClientAnswer, 'never'>, (partner: string) => string>> = {
  yes: (partner) => `Vous avez confirmé être en relation avec ${partner}.`,
  other: () => 'Vous avez répondu être en relation avec une autre personne.',
  no: () => 'Vous avez répondu non.',
}

function Answered({ question, busy, onSend }: QuestionProps) {
  const { providerName } = useSettings()
  if (!question.answer || question.answer === 'never') return <Ended />
  const day = question.answeredAt && longDate(question.answeredAt)
  return (
    <AuthLayout title="Merci de votre réponse" intro={thanks[question.answer](question.partner)}>
      <Stack>
        <SoftText role="status">
          Réponse enregistrée le {day}. Pour la changer, adressez-vous à {providerName}.
        </SoftText>
        <NeverAgain busy={busy} onSend={onSend} />
      </Stack>
      <ProviderIdentity />
    </AuthLayout>
  )
}

function Ended() {
  return (
    <AuthLayout title="C’est noté" intro="Cette adresse ne recevra plus de question de ce genre.">
      <ProviderIdentity />
    </AuthLayout>
  )
}

/** Even when a question is closed, its reader can still stop such mail. */
function DeadQuestion({ busy, onSend }: Pick<QuestionProps, 'busy' | 'onSend'>) {
  return (
    <AuthLayout title="Cette question n’est plus ouverte" intro="Le lien a expiré, ou ce dossier a changé. Rien n’est à faire.">
      <NeverAgain busy={busy} onSend={onSend} />
      <ProviderIdentity />
    </AuthLayout>
  )
}

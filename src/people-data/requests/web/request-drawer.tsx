import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { PlanDialog } from '#people-data/erasures/web/plan-dialog.tsx'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { FoundData } from '../api/found-data.ts'
import { extendForm, type PeopleRequest } from '../api/requests.ts'
import { channelLabels, outcomeLabels, wishLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { allowContact, archiveAddress, extendRequest, requestQuery, requestsChanged } from './data.ts'
import { FoundItems } from './found-items.tsx'

type Step = 'answer' | 'extend' | 'erase'

/** A request with what was found about the person, and what staff make of it. */
export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(requestQuery(id))
  const [step, setStep] = useState<Step | null>(null)
  const close = () => setStep(null)
  return (
    <SideDialog onClose={onClose} title={m.requestAboutData()} size="lg" closeOnEscape={step === null}>
      <QueryBoundary query={query} rows={4}>
        {({ request, found }) => (
          <Stack>
            <RequestFacts request={request} />
            <Found request={request} found={found} />
            {found.erasure && <Planned dueAt={found.erasure.dueAt} />}
            <FoundItems request={request} items={found.items} />
            <Steps request={request} found={found} onStep={setStep} />
            {step === 'answer' && <AnswerDialog request={request} found={found} onClose={close} />}
            {step === 'erase' && (
              <PlanDialog
                days={found.erasureDays}
                request={{ id: request.id, email: request.email, leads: found.erasable }}
                onClose={() => {
                  close()
                  requestsChanged()
                }}
              />
            )}
            {step === 'extend' && (
              <ReasonDialog
                rule={extendForm.shape.reason}
                title={m.extend()}
                text={request.email ? m.extendHint() : m.extendByLetter()}
                max={500}
                action={m.extend()}
                draft={`extend ${id}`}
                done={[m.requestExtended(), request.email || request.name]}
                onSend={(reason) => extendRequest(id, reason)}
                onClose={close}
              />
            )}
          </Stack>
        )}
      </QueryBoundary>
    </SideDialog>
  )
}

const multiline = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

function RequestFacts({ request }: { request: PeopleRequest }) {
  const { wish, channel, email, name, phone, message, recognised, receivedAt, dueAt, extension, answer, isRefused } = request
  const facts: (readonly [string, string])[] = [
    [m.howItCame(), channelLabels[channel]],
    [m.dayOfReceipt(), shortDate(receivedAt)],
    [m.whoAsked(), [name, email, phone].filter(Boolean).join(', ')],
    [m.howRecognised(), recognised || m.mailboxProved()],
  ]
  return (
    <FactCard title={wishLabels[wish]} facts={facts} note={answer ? null : m.answerDue({ day: shortDate(dueAt) })}>
      {message && <Text style={multiline}>{message}</Text>}
      {extension && <SoftText style={multiline}>{extension.reason}</SoftText>}
      {answer && (
        <>
          <Text fw={500}>{outcomeLabels[answer.outcome]}</Text>
          <Text style={multiline}>{answer.report}</Text>
          <SoftText fz="sm">{[m.answerOn({ day: shortDate(answer.at) }), answer.by?.name].filter(Boolean).join(', ')}</SoftText>
        </>
      )}
      {isRefused && <SoftText fz="sm">{m.isRefused()}</SoftText>}
    </FactCard>
  )
}

function nothingFound({ email }: PeopleRequest, { items }: FoundData): string {
  if (email !== '') return m.notFoundAnything()
  return items.length > 0 ? m.leadsByPhone() : m.nothingByPhone()
}

function Found({ request, found }: { request: PeopleRequest; found: FoundData }) {
  if (found.tables.length === 0) return <SoftText>{nothingFound(request, found)}</SoftText>
  return (
    <FactCard
      title={m.foundWhere()}
      facts={found.tables.map(({ table, rows }) => [table, m.foundRows({ count: rows })] as const)}
    />
  )
}

function Planned({ dueAt }: { dueAt: string }) {
  return (
    <Text role="status">
      {m.erasurePlanned({ day: shortDate(dueAt) })}{' '}
      <Anchor component={Link} to={`${pagePaths.peopleData}?view=erasures`}>
        {m.seeErasures()}
      </Anchor>
    </Text>
  )
}

interface StepsProps {
  readonly request: PeopleRequest
  readonly found: FoundData
  readonly onStep: (step: Step) => void
}

function Steps({ request, found, onStep }: StepsProps) {
  const { id, email, wish, can, isRefused } = request
  const { busy, run: allow } = useAction(async () => {
    await allowContact(id, found.phones)
    toastSuccess(m.contactAllowed(), email)
  })
  return (
    <Group justify="flex-end">
      {found.tables.length > 0 && (
        <Button component="a" variant="default" href={archiveAddress(id)} download>
          {m.downloadArchive()}
        </Button>
      )}
      {isRefused && (
        <Button variant="default" disabled={busy} onClick={allow}>
          {m.allowAgain()}
        </Button>
      )}
      {can.extend && (
        <Button variant="default" onClick={() => onStep('extend')}>
          {m.extend()}
        </Button>
      )}
      {can.answer && wish === 'forget' && found.erasable.length > 0 && (
        <Button variant="default" onClick={() => onStep('erase')}>
          {m.planErasure()}
        </Button>
      )}
      {can.answer && <Button onClick={() => onStep('answer')}>{m.answer()}</Button>}
    </Group>
  )
}

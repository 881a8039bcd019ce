import { Button, Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { AnchoredMenu } from '#platform/web/ui/dialogs/anchored-menu.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { LeadNotice } from '../api.ts'
import { noticeStateLabels, noticeWayLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { leadNoticeQuery, settleNotice } from './data.ts'

const OtherwiseDialog = lazy(() => import('./otherwise-dialog.tsx'))
const ImpossibleDialog = lazy(() => import('./impossible-dialog.tsx'))

interface NoticeLineProps {
  readonly leadId: string
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

type Step = 'otherwise' | 'not_needed' | 'impossible'

/** How far the person of a lead has been told, in one quiet line; staff with the right note what no mail can tell. */
export default function NoticeLine({ leadId, onCover }: NoticeLineProps) {
  const { data } = useQuery(leadNoticeQuery(leadId))
  const maySettle = useRight('people')
  const [step, setStep] = useState<Step | null>(null)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const takeBack = useAction(async () => {
    await settleNotice(leadId, { state: 'due' })
    toastSuccess(m.noticeTaken())
  })
  if (!data) return null
  const ask = (next: Step | null) => {
    setStep(next)
    onCover(next !== null)
  }
  const close = () => ask(null)
  return (
    <section aria-label={m.informPerson()}>
      <SoftText mt="lg" style={{ overflowWrap: 'anywhere' }}>
        {sentencesOf(data).join(' ')}
      </SoftText>
      {maySettle && data.state !== 'told' && (
        <Group gap="xs" mt={4}>
          {data.state === 'due' ? (
            <Button
              size="xs"
              variant="default"
              aria-haspopup="menu"
              aria-expanded={menu !== null}
              onClick={({ currentTarget }) => setMenu(menu ? null : currentTarget)}
            >
              {m.noteOtherwise()}
            </Button>
          ) : (
            <Button size="xs" variant="default" loading={takeBack.busy} onClick={() => takeBack.run()}>
              {m.toBeToldAfterAll()}
            </Button>
          )}
        </Group>
      )}
      {menu && (
        <AnchoredMenu button={menu} position="bottom-start" onClose={() => setMenu(null)}>
          <Menu.Item onClick={() => ask('otherwise')}>{m.toldOtherwise()}</Menu.Item>
          <Menu.Item onClick={() => ask('not_needed')}>{m.notNeeded()}</Menu.Item>
          <Menu.Item onClick={() => ask('impossible')}>{m.impossible()}</Menu.Item>
        </AnchoredMenu>
      )}
      <Suspense>
        {step === 'otherwise' && <OtherwiseDialog leadId={leadId} onClose={close} />}
        {step === 'impossible' && <ImpossibleDialog leadId={leadId} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        opened={step === 'not_needed'}
        title={m.notNeeded()}
        text={m.notNeededText()}
        action={m.save()}
        onClose={close}
        onConfirm={() => settleNotice(leadId, { state: 'not_needed' })}
      />
    </section>
  )
}

/** 'Told by email on 3 November. Text 2 (fr).' */
function sentencesOf({ state, dueAt, settledAt, how, reason, by, text, isQueued }: LeadNotice): string[] {
  const label = noticeStateLabels[state]
  if (state === 'due') {
    const sentence = new Date(dueAt) < new Date() ? m.wasToBeTold : m.toBeToldBy
    return [sentence({ day: shortDate(dueAt) }), ...(isQueued ? [m.noticeQueued()] : [])]
  }
  return [
    m.settledOn({
      label: how ? m.settledWith({ label, detail: noticeWayLabels[how] }) : label,
      day: shortDate(settledAt ?? dueAt),
    }),
    text && m.noticeText(text),
    reason && m.becauseOf({ reason }),
    by && m.noticeBy({ name: by }),
  ].filter((part): part is string => Boolean(part))
}

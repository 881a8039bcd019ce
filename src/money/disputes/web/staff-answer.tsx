import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { clientName } from '#leads/domain/client-names.ts'
import { AddCommissionDialog } from '#money/commissions/web/add-commission-dialog.tsx'
import { CorrectDialog } from '#money/commissions/web/correct-dialog.tsx'
import { ReverseDialog } from '#money/commissions/web/reverse-dialog.tsx'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { type Dispute, disputeMessageForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { decideDispute, replyToDispute } from './data.ts'

type Answer = 'answer' | 'upheld' | 'corrected'
type Correction = 'correct' | 'reverse' | 'add'

const done: Readonly<Record<Answer, string>> = {
  answer: m.answerSent(),
  upheld: m.amountKept(),
  corrected: m.closedAsCorrected(),
}

interface StaffAnswerProps {
  readonly dispute: Dispute
  /** A dialog of a correction is open on top. */
  readonly onCover: (covered: boolean) => void
}

/** The three answers of staff: a message, a correction, or the decision that nothing changes. */
export function StaffAnswer({ dispute, onCover }: StaffAnswerProps) {
  const [correction, setCorrection] = useState<Correction | null>(null)
  // Chosen by the button that submits, before the form is sent.
  const answer = useRef<Answer>('answer')
  const correct = (next: Correction | null) => {
    setCorrection(next)
    onCover(next !== null)
  }
  const form = useDraftForm({
    shape: disputeMessageForm,
    initial: { message: '' },
    toRequestBody: (typed) => typed,
    draft: `dispute ${dispute.id}`,
    errorTitle: m.formIncomplete(),
    send: async ({ message }) => {
      const { current } = answer
      if (current === 'answer') await replyToDispute(dispute.id, message)
      else await decideDispute(dispute.id, { outcome: current, message })
      form.reset()
      toastSuccess(done[current], dispute.partner.name)
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const { commission, can } = dispute
  const sends = (next: Answer) => ({
    type: 'submit' as const,
    disabled: form.busy,
    onClick: () => {
      answer.current = next
    },
  })
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          {can.closeCorrected && <Text fz="sm">{m.somethingCorrected()}</Text>}
          <LongText
            label={m.yourAnswer()}
            description={mailNote() ?? m.partnerReadsIt()}
            minRows={3}
            maxRows={10}
            max={2000}
            {...form.text('message')}
          />
          <Group justify="flex-end" gap="xs">
            <Menu position="top-end" withinPortal={false}>
              <Menu.Target>
                <Button variant="default">{m.correct()}</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {commission?.can.correct && <Menu.Item onClick={() => correct('correct')}>{m.correctAmount()}</Menu.Item>}
                {commission?.can.reverse && <Menu.Item onClick={() => correct('reverse')}>{m.takeBackPart()}</Menu.Item>}
                <Menu.Item onClick={() => correct('add')}>{m.addForDifference()}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button variant="default" {...sends('upheld')}>
              {m.keepAmount()}
            </Button>
            {can.closeCorrected && <Button {...sends('corrected')}>{m.closeAsCorrected()}</Button>}
            <Button variant={can.closeCorrected ? 'default' : 'filled'} {...sends('answer')}>
              {m.answer()}
            </Button>
          </Group>
        </Stack>
      </form>
      {correction === 'correct' && commission && <CorrectDialog commission={commission} onClose={() => correct(null)} />}
      {correction === 'reverse' && commission && <ReverseDialog commission={commission} onClose={() => correct(null)} />}
      {correction === 'add' && <AddCommissionDialog start={differenceOf(dispute)} onClose={() => correct(null)} />}
    </>
  )
}

/** Partner, words and, at the rate of the contested commission, the revenue that brings what the partner misses. */
function differenceOf({ partner, lead, commission, expectedCents }: Dispute) {
  const missing = Math.max(0, (expectedCents ?? 0) - (commission?.left.amountCents ?? 0))
  const rate = commission?.commissionRate ?? 0
  return {
    partnerId: partner.id,
    // No word of its own, since the partner reads it in another language than staff may.
    description: lead ? clientName(lead) : (commission?.description ?? ''),
    revenueCents: rate > 0 && missing > 0 ? Math.round((missing * 100) / rate) : null,
    commissionRate: rate > 0 ? rate : null,
  }
}

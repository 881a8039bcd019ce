import { Button, Group, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { threadOf } from '#leads/leads/web/thread.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { announced, toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { MessageThread } from '#platform/web/ui/page/message-thread.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type Dispute, disputeMessageForm } from '../api.ts'
import { disputeStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { ContestDialog, type Contested } from './contest-dialog.tsx'
import { disputeMessagesQuery, disputesQuery, replyToDispute, withdrawDispute } from './data.ts'
import { disputeTones } from './dispute-tones.ts'
import { StaffAnswer } from './staff-answer.tsx'

interface DisputeSectionProps {
  readonly about: Contested
  /** Whether the caller may open another dispute about it, once none is open. */
  readonly canContest: boolean
  readonly zIndex?: number
  /** A dialog is open on top: Escape closes that one. */
  readonly onCover: (covered: boolean) => void
}

/** The disputes about a commission or a lead, newest first, and the button that opens one. */
export function DisputeSection({ about, canContest, onCover, ...look }: DisputeSectionProps) {
  const disputes = useInfiniteQuery(disputesQuery(about))
  const [isOpening, setOpening] = useState(false)
  const open = (next: boolean) => {
    setOpening(next)
    onCover(next)
  }
  return (
    <QueryBoundary query={disputes} rows={1}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.items)
        return (
          <Stack gap="lg">
            {rows.map((dispute) => (
              <OneDispute key={dispute.id} dispute={dispute} onCover={onCover} />
            ))}
            {canContest && !rows.some(({ can }) => can.withdraw) && (
              <Group>
                <Button variant="default" size="xs" onClick={() => open(true)}>
                  {m.contest()}
                </Button>
              </Group>
            )}
            {isOpening && <ContestDialog about={about} {...look} onClose={() => open(false)} />}
          </Stack>
        )
      }}
    </QueryBoundary>
  )
}

interface OneDisputeProps {
  readonly dispute: Dispute
  readonly onCover: (covered: boolean) => void
}

/** One dispute with its thread, and what the caller may do about it. */
export function OneDispute({ dispute, onCover }: OneDisputeProps) {
  const isPartner = useMe().role === 'partner'
  return (
    <Stack gap="sm">
      <DisputeThread dispute={dispute} />
      {dispute.can.reply && isPartner && <PartnerAnswer dispute={dispute} />}
      {dispute.can.reply && !isPartner && <StaffAnswer dispute={dispute} onCover={onCover} />}
    </Stack>
  )
}

/** A dispute's state with its dates, and what was said about it, newest last. */
function DisputeThread({ dispute }: { readonly dispute: Dispute }) {
  const messages = useInfiniteQuery(disputeMessagesQuery(dispute.id))
  const { state, openedAt, answeredAt, closedAt, expectedCents } = dispute
  const dates = [
    m.openedOn({ day: shortDate(openedAt) }),
    ...(answeredAt ? [m.answeredOn({ day: shortDate(answeredAt) })] : []),
    ...(closedAt ? [m.closedOn({ day: shortDate(closedAt) })] : []),
  ]
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Title order={3} fz={16}>
          {m.dispute()}
        </Title>
        <StatusBadge tone={disputeTones[state]}>{disputeStateLabels[state]}</StatusBadge>
      </Group>
      <SoftText>
        {dates.join(', ')}
        {expectedCents !== null && `. ${m.expectedAmount({ amount: formatEurosExact(expectedCents) })}`}
      </SoftText>
      <QueryBoundary query={messages} rows={2}>
        {({ pages }) => (
          <MessageThread
            label={m.disputeMessages()}
            messages={threadOf(pages.flatMap((page) => page.items))}
            badges={({ isStaff }) => isStaff && <StatusBadge tone="known">{m.staff()}</StatusBadge>}
            older={{ label: m.olderMessages(), query: messages }}
          />
        )}
      </QueryBoundary>
    </Stack>
  )
}

/** The partner replies, which opens the dispute again, or withdraws it. */
function PartnerAnswer({ dispute }: { readonly dispute: Dispute }) {
  const [isAsking, setAsking] = useState(false)
  const form = useDraftForm({
    shape: disputeMessageForm,
    initial: { message: '' },
    toRequestBody: (typed) => typed,
    draft: `dispute ${dispute.id}`,
    errorTitle: m.formIncomplete(),
    send: async ({ message }) => {
      await replyToDispute(dispute.id, message)
      form.reset()
      toastSuccess(m.replySent())
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate>
        <LongText label={m.yourReply()} minRows={2} maxRows={10} max={2000} {...form.text('message')} />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={() => setAsking(true)}>
            {m.withdraw()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.reply()}
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        opened={isAsking}
        title={m.withdraw()}
        text={m.withdrawText()}
        action={m.withdraw()}
        onClose={() => setAsking(false)}
        onConfirm={() => announced(withdrawDispute(dispute.id), m.disputeWithdrawn())}
      />
    </>
  )
}

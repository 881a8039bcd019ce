import { Button, Group } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { useIsPartUnread } from '#communication/lead-news/web/unread-marks.ts'
import { commentForm } from '#leads/leads/api/lead-thread.ts'
import { commentsQuery } from '#leads/leads/web/data.ts'
import { threadOf } from '#leads/leads/web/thread.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { MessageThread } from '#platform/web/ui/page/message-thread.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { useIsTouch } from '#platform/web/ui/touch.ts'
import { m } from '../../messages/messages.ts'
import { commentOnLead } from '../data.ts'
import classes from './lead-drawer.module.css'
import { useReadOnScreen } from './read-on-screen.ts'

/** Messages that are shown at first; the facts below them stay near. */
const recentMessages = 3

interface LeadCommentsProps {
  readonly leadId: string
  /** The lead was opened for its messages: they are scrolled to. */
  readonly isAimedAt: boolean
  /** Nobody writes about a lead whose client is about to be erased. */
  readonly mayAnswer: boolean
}

/** Comments on a lead, newest last, above the form for a new one. They are read once the newest of them is on the screen. */
export function LeadComments({ leadId, isAimedAt, mayAnswer }: LeadCommentsProps) {
  const comments = useInfiniteQuery(commentsQuery(leadId))
  const [showsAll, setShowsAll] = useState(false)
  const { ref: end, inViewport } = useInViewport()
  // A message that is still on its way is not on the screen.
  useReadOnScreen(leadId, 'messages', inViewport && comments.isSuccess && !comments.isFetching)
  const isPartner = useMe().role === 'partner'
  const section = useRef<HTMLElement>(null)
  const isHere = comments.isSuccess
  useEffect(() => {
    if (isAimedAt && isHere) section.current?.scrollIntoView({ block: 'start' })
  }, [isAimedAt, isHere])
  return (
    <section ref={section} className={classes.part} aria-labelledby={`messages-${leadId}`}>
      <h3 id={`messages-${leadId}`} className={classes.heading}>
        {m.conversation()}
        {useIsPartUnread(leadId, 'messages') && <StatusBadge tone="known">{m.unread()}</StatusBadge>}
      </h3>
      <QueryBoundary query={comments} rows={1}>
        {({ pages }) => {
          const messages = threadOf(pages.flatMap((page) => page.items))
          const isFolded = !showsAll && messages.length > recentMessages
          return (
            <MessageThread
              label={m.messages()}
              messages={isFolded ? messages.slice(-recentMessages) : messages}
              badges={messageBadges}
              when={(iso) => relativeDate(iso, new Date())}
              older={{
                label: m.olderMessages(),
                query: isFolded
                  ? { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: async () => setShowsAll(true) }
                  : comments,
              }}
              empty={<SoftText>{m.noMessage()}</SoftText>}
            />
          )
        }}
      </QueryBoundary>
      <div ref={end} />
      {mayAnswer && isPartner && <AnswerBox leadId={leadId} />}
      {mayAnswer && !isPartner && (
        <WithRight right="leads" explained>
          <AnswerBox leadId={leadId} />
        </WithRight>
      )}
    </section>
  )
}

const messageBadges = ({ isStaff, disputed }: ReturnType<typeof threadOf>[number]) => (
  <>
    {isStaff && <StatusBadge tone="known">{m.team()}</StatusBadge>}
    {disputed && <StatusBadge tone="todo">{m.dispute()}</StatusBadge>}
  </>
)

/** The text is kept as a draft until it is sent. */
function AnswerBox({ leadId }: { leadId: string }) {
  const form = useDraftForm({
    shape: commentForm,
    initial: { body: '' },
    toRequestBody: (values) => values,
    draft: `comment ${leadId}`,
    errorTitle: m.specifiedValidationError,
    send: async (input) => {
      await commentOnLead(leadId, input.body)
      form.reset()
    },
    onFailure: (error) => toastFailure(m.messageNotSent(), error),
  })
  const isTouch = useIsTouch()
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.onSubmit(event)
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <LongText
        label={m.yourMessage()}
        description={isTouch ? m.readByBoth() : m.readByBothSentByKey()}
        mt="md"
        minRows={1}
        maxRows={10}
        max={2000}
        onKeyDown={sendByKey}
        {...form.text('body')}
      />
      <Group justify="flex-end" mt="sm">
        <Button type="submit" loading={form.busy}>
          {m.send()}
        </Button>
      </Group>
    </form>
  )
}

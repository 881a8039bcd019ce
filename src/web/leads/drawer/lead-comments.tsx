import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import type { LeadComment } from '#api/leads.ts'
import { commentForm } from '#api/leads.ts'
import { nameOf } from '#domain/partners.ts'
import { useDraftForm } from '#web/app/draft-form.ts'
import { toastFailure } from '#web/app/toasts.ts'
import { longDate, relativeDate } from '#web/ui/dates.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { QueryBoundary } from '#web/ui/states.tsx'
import { commentOnLead, commentsQuery } from '../data.ts'
import classes from '../leads.module.css'

/** Comments on a lead, newest last, above the form for a new one. */
export function LeadComments({ leadId }: { leadId: string }) {
  const comments = useInfiniteQuery(commentsQuery(leadId))
  return (
    <Stack gap="lg">
      <QueryBoundary query={comments} rows={3}>
        {({ pages }) => (
          <div>
            {comments.hasNextPage && (
              <Button
                variant="subtle"
                size="xs"
                mb="sm"
                loading={comments.isFetchingNextPage}
                onClick={() => void comments.fetchNextPage()}
              >
                Messages plus anciens
              </Button>
            )}
            <div role="log" aria-label="Échanges">
              <Thread comments={pages.flatMap((page) => page.items).reverse()} />
            </div>
          </div>
        )}
      </QueryBoundary>
      <AnswerBox leadId={leadId} />
    </Stack>
  )
}

function Thread({ comments }: { comments: readonly LeadComment[] }) {
  if (comments.length === 0) {
    return <Text c="var(--ink-soft)">Aucun message. Partenaire et équipe se parlent ici, au sujet de ce lead.</Text>
  }
  return (
    <ul className={classes.thread}>
      {comments.map(({ id, author, mine, body, createdAt, disputed }) => (
        <li key={id} className={classes.comment} data-mine={mine || undefined}>
          <Group gap={8}>
            <Text fw={600} fz="sm">
              {nameOf(author)}
            </Text>
            {author.staff && <StatusBadge tone="known">Équipe</StatusBadge>}
            {disputed && <StatusBadge tone="todo">Contestation</StatusBadge>}
            <Text component="time" dateTime={createdAt} title={longDate(createdAt)} fz="xs" c="var(--ink-soft)">
              {relativeDate(createdAt, new Date())}
            </Text>
          </Group>
          <p className={classes.said}>{body}</p>
        </li>
      ))}
    </ul>
  )
}

/** The text is kept as a draft until it is sent. */
function AnswerBox({ leadId }: { leadId: string }) {
  const form = useDraftForm({
    shape: commentForm,
    initial: { body: '' },
    wire: (values) => values,
    draft: `comment ${leadId}`,
    faultTitle: 'Erreur de validation',
    send: async (input) => {
      await commentOnLead(leadId, input.body)
      form.reset()
    },
    onFailure: (error) => toastFailure("Impossible d'envoyer le message", error),
  })
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.onSubmit(event)
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Textarea
        label="Votre message"
        description="Lu par le partenaire et par l'équipe. Ctrl + Entrée pour envoyer."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        onKeyDown={sendByKey}
        {...form.text('body')}
      />
      <Group justify="flex-end" mt="sm">
        <Button type="submit" loading={form.busy}>
          Envoyer
        </Button>
      </Group>
    </form>
  )
}

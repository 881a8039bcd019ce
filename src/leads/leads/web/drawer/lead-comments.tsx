import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { MessageThread } from '#platform/web/ui/page/message-thread.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { useIsTouch } from '#platform/web/ui/touch.ts'
import { commentForm } from '../../api/lead-thread.ts'
import { commentOnLead, commentsQuery } from '../data.ts'
import { threadOf } from '../thread.ts'
import { useReadOnScreen } from './read-on-screen.ts'

/** Comments on a lead, newest last, above the form for a new one. */
export function LeadComments({ leadId, isShown }: { leadId: string; isShown: boolean }) {
  const comments = useInfiniteQuery(commentsQuery(leadId))
  // A message that is still on its way is not on the screen.
  useReadOnScreen(leadId, 'messages', isShown && comments.isSuccess && !comments.isFetching)
  const isPartner = useMe().role === 'partner'
  return (
    <Stack gap="lg">
      <QueryBoundary query={comments} rows={3}>
        {({ pages }) => (
          <MessageThread
            label="Échanges"
            messages={threadOf(pages.flatMap((page) => page.items))}
            badges={({ isStaff, disputed }) => (
              <>
                {isStaff && <StatusBadge tone="known">Équipe</StatusBadge>}
                {disputed && <StatusBadge tone="todo">Contestation</StatusBadge>}
              </>
            )}
            when={(iso) => relativeDate(iso, new Date())}
            older={{ label: 'Messages plus anciens', query: comments }}
            empty={<Text c="var(--ink-soft)">Aucun message. Partenaire et équipe se parlent ici, au sujet de ce lead.</Text>}
          />
        )}
      </QueryBoundary>
      {isPartner ? (
        <AnswerBox leadId={leadId} />
      ) : (
        <WithRight right="leads" explained>
          <AnswerBox leadId={leadId} />
        </WithRight>
      )}
    </Stack>
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
  const isTouch = useIsTouch()
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.onSubmit(event)
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Textarea
        label="Votre message"
        description={`Lu par le partenaire et par l'équipe.${isTouch ? '' : ' Ctrl + Entrée pour envoyer.'}`}
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

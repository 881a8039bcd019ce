import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { WithRight } from '#access/web/with-right.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { FailureRow } from '../api.ts'
import { m } from '../messages/messages.ts'
import { dismissFailure, failuresQuery, retryFailure } from './data.ts'
import { failureTitle } from './failure-messages.ts'

function Failure({ failure }: { failure: FailureRow }) {
  const { busy, run: doing } = useAction(async (work: () => Promise<void>, message: string) => {
    await work()
    toastSuccess(message, title)
  })
  const title = failureTitle(failure)
  const tries = m.attempts({ count: failure.attempts })
  return (
    <li style={{ borderBottom: '1px solid var(--line)', paddingBottom: 16 }}>
      <Text fw={500}>{title}</Text>
      {failure.mail && (
        <SoftText fz="xs" style={{ overflowWrap: 'anywhere' }}>
          {failure.mail.recipient}
        </SoftText>
      )}
      <Text fz="sm" c="var(--danger-ink)" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {failure.reason}
      </Text>
      <SoftText fz="xs" mt={4}>
        {tries} · {relativeDate(failure.failedAt, new Date())}
      </SoftText>
      {!failure.can.retry && (
        <SoftText fz="xs" mt={4}>
          {m.overByNow()}
        </SoftText>
      )}
      <WithRight right="team">
        {' '}
        <Group gap={6} mt="xs">
          {failure.can.retry && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              onClick={() => doing(() => retryFailure(failure.id), failure.mail ? m.sentAgain() : m.startedAgain())}
              aria-label={failure.mail ? m.sendAgainTitle({ title }) : m.startAgainTitle({ title })}
            >
              {failure.mail ? m.sendAgain() : m.startAgain()}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={busy}
            onClick={() => doing(() => dismissFailure(failure.id), m.dismissed())}
            aria-label={m.dismissTitle({ title })}
          >
            {m.dismiss()}
          </Button>
        </Group>
      </WithRight>
    </li>
  )
}

/** Failed mails and jobs, with retry and dismiss; the page 'System' shows them too. */
export function FailureList() {
  const failures = useQuery(failuresQuery)
  return (
    <QueryBoundary query={failures} rows={3}>
      {({ items, count }) =>
        items.length === 0 ? (
          <EmptyState title={m.nothingFailed()} text={m.nothingFailedText()} />
        ) : (
          <>
            <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((failure) => (
                <Failure key={failure.id} failure={failure} />
              ))}
            </Stack>
            {count > items.length && <SoftText mt="md">{m.andOlder({ count: count - items.length })}</SoftText>}
          </>
        )
      }
    </QueryBoundary>
  )
}

export default function FailuresDrawer({ onClose }: { onClose: () => void }) {
  return (
    <SideDialog onClose={onClose} title={m.failedTasks()}>
      <FailureList />
    </SideDialog>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { partsOfMethod } from '#platform/domain/session-methods.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { endSession, sessionsQuery } from './account-data.ts'
import { nameOfBrowser } from './browser-name.ts'

export default function SessionsDialog({ me, onClose }: AccountDialogProps) {
  const sessions = useQuery(sessionsQuery)
  return (
    <Dialog onClose={onClose} title={m.sessions()}>
      <QueryBoundary query={sessions} rows={2}>
        {(data) => (
          <Stack>
            {data.sessions.map((session) => (
              <Group key={session.id} justify="space-between" wrap="nowrap">
                <div>
                  <Text fz="sm" fw={500}>
                    {nameOfBrowser(session.userAgent)}
                  </Text>
                  <SoftText fz="xs">
                    {session.ipAddress ?? m.unknownAddress()} · {relativeDate(session.lastSeenAt, new Date())}
                  </SoftText>
                  {session.method && <SoftText fz="xs">{m.openedWith(partsOfMethod(session.method))}</SoftText>}
                </div>
                {session.current ? (
                  <StatusBadge tone="known">{m.thisSession()}</StatusBadge>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => endSession(session.id).catch((error) => toastFailure(m.error(), error))}
                  >
                    {m.endSession()}
                  </Button>
                )}
              </Group>
            ))}
            {me.hasPasskey && <SoftText>{m.passkeysStay()}</SoftText>}
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

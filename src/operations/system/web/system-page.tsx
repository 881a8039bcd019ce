import { Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRight } from '#access/web/rights.ts'
import { failuresQuery, retryFailures } from '#operations/failures/web/data.ts'
import { FailureList } from '#operations/failures/web/failures-drawer.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { SystemState } from '../api.ts'
import { m } from '../messages/messages.ts'
import { systemQuery } from './data.ts'
import { SystemParts } from './system-parts.tsx'

/** How the portal works, and what to do where it does not. */
export function Component() {
  const system = useQuery(systemQuery)
  return (
    <>
      <PageHeader title={m.system()} subtitle={m.systemLead()} />
      <QueryBoundary query={system} rows={8}>
        {(state: SystemState) => <SystemParts state={state} />}
      </QueryBoundary>
      <Group justify="space-between" mt="xl" mb="md">
        <Title order={2} fz={20}>
          {m.failedTasks()}
        </Title>
        <RetryAll />
      </Group>
      <FailureList />
    </>
  )
}

function RetryAll() {
  const { data } = useQuery(failuresQuery)
  const { busy, run: retry } = useAction(async () => {
    const { retried } = await retryFailures()
    toastSuccess(m.startedAgain(), m.tasksRetried({ count: retried }))
  })
  const mayRetry = useRight('team')
  if (!mayRetry || !data?.items.some(({ can }) => can.retry)) return null
  return (
    <Button variant="default" disabled={busy} onClick={retry}>
      {m.tryAllAgain()}
    </Button>
  )
}

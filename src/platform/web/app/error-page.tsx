import { Center } from '@mantine/core'
import { useRouteError } from 'react-router'
import { m } from '#platform/messages/messages.ts'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { ApiError } from './requests/api-error.ts'

/** Shown if a page fails to load: a chunk removed by an update, or an unreachable server. */
export function ErrorPage({ inShell = false }: { inShell?: boolean }) {
  const error = useRouteError()
  const displayedError = error instanceof ApiError ? error : new Error(m.pageNotLoaded())
  return (
    <Center mih="60vh" component={inShell ? 'div' : 'main'}>
      <ErrorState error={displayedError} onRetry={() => location.reload()} />
    </Center>
  )
}

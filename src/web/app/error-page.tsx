import { Center } from '@mantine/core'
import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/states.tsx'

/** A page that could not be loaded: a chunk that is gone after an update, or a server that does not answer. */
export function ErrorPage() {
  const error = useRouteError()
  const shown = error instanceof Error ? error : new Error('Une erreur inattendue est survenue.')
  return (
    <Center mih="60vh" component="main">
      <ErrorState error={shown} onRetry={() => location.reload()} />
    </Center>
  )
}

import { Button } from '@mantine/core'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'
import { goToProvider } from './provider-data.ts'

/** Signs in with the provider that staff have set. Loaded where there is one. */
export default function ProviderButton({ name }: { readonly name: string }) {
  const { busy, run } = useAction(goToProvider, (error) => toastFailure(m.signInFailed, error))
  return (
    <Button variant="default" fullWidth disabled={busy} onClick={() => run()}>
      {m.signInWithProvider({ name })}
    </Button>
  )
}

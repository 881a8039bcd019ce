import { Button } from '@mantine/core'
import type { Me } from '#platform/api/session.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'
import { signInWithPasskey } from './passkey-sign-in.ts'

/** Signs in with a passkey. Loaded where somebody has one. */
export default function PasskeyButton({ onSignedIn }: { readonly onSignedIn: (me: Me) => void }) {
  const { busy, run } = useAction(
    async () => onSignedIn(await signInWithPasskey()),
    (error) => toastFailure(m.signInFailed, error),
  )
  return (
    <Button variant="default" fullWidth disabled={busy} onClick={() => run()}>
      {m.signInWithPasskey()}
    </Button>
  )
}

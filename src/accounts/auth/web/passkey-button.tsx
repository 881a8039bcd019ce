import { Button } from '@mantine/core'
import type { Me } from '#access/api/session.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { answerQuestion } from '#platform/web/app/requests/passkeys.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { preloadPortal } from '#portal/web/load-portal.ts'
import { passkeyRoutes } from '../api/passkeys.ts'
import { m } from '../messages/messages.ts'

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

/** Signs in with a passkey that the browser offers. */
async function signInWithPasskey() {
  const passkey = await answerQuestion(await call(passkeyRoutes.passkeySignInQuestion, {}))
  preloadPortal()
  return call(passkeyRoutes.signInWithPasskey, { body: { passkey } })
}

import { call } from '#platform/web/app/requests/api.ts'
import { answerQuestion } from '#platform/web/app/requests/passkeys.ts'
import { preloadPortal } from '#portal/web/load-portal.ts'
import { passkeyRoutes } from '../api/passkeys.ts'

/** Signs in with a passkey that the browser offers. */
export async function signInWithPasskey() {
  const passkey = await answerQuestion(await call(passkeyRoutes.passkeySignInQuestion, {}))
  preloadPortal()
  return call(passkeyRoutes.signInWithPasskey, { body: { passkey } })
}

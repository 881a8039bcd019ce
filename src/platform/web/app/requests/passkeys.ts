import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import {
  type NewPasskeyAnswer,
  type NewPasskeyQuestion,
  type PasskeyAnswer,
  type PasskeyQuestion,
  passkeyProofRoutes,
} from '#platform/api/webauthn.ts'
import { m } from '#platform/messages/messages.ts'
import { call } from './api.ts'
import { knowsPasskeys } from './passkey-support.ts'

/** What somebody reads who has not confirmed, or cannot; `cause` is the browser's own word. */
function saidOf(error: unknown): unknown {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return new Error(m.passkeyKnown(), { cause: error })
  }
  const isOfBrowser = error instanceof WebAuthnError || error instanceof DOMException
  return isOfBrowser ? new Error(m.passkeyCancelled(), { cause: error }) : error
}

function requireSupport(): void {
  if (!knowsPasskeys) throw new Error(m.passkeyUnsupported())
}

/** Has the browser ask for a passkey. Throws a sentence if nothing was confirmed. */
export async function answerQuestion(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  requireSupport()
  try {
    return await startAuthentication({ optionsJSON: question } as Parameters<typeof startAuthentication>[0])
  } catch (error) {
    throw saidOf(error)
  }
}

/** Has the browser make a passkey. Throws a sentence if nothing was confirmed, or if the device has one already. */
export async function makePasskey(question: NewPasskeyQuestion): Promise<NewPasskeyAnswer> {
  requireSupport()
  try {
    return await startRegistration({ optionsJSON: question } as Parameters<typeof startRegistration>[0])
  } catch (error) {
    throw saidOf(error)
  }
}

/** Shows with a passkey that it is still the same person. */
export const provePasskey = async () => answerQuestion(await call(passkeyProofRoutes.proofQuestion, {}))

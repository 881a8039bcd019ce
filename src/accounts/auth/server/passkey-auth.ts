import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#platform/api/webauthn.ts'
import type { LibraryApi } from './library.ts'
import { headersOf, passCookies, refusing } from './library-calls.ts'

const refusals = {
  CHALLENGE_NOT_FOUND: 'passkey_invalid',
  PASSKEY_NOT_FOUND: 'passkey_invalid',
  AUTHENTICATION_FAILED: 'passkey_invalid',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_invalid',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_invalid',
} as const

/** Facade over the sign-in library's passkeys. A question is bound to the browser by a cookie, and is answered once. */
export class Passkeys {
  readonly #api: LibraryApi
  readonly #sessionCookie: string

  constructor(api: LibraryApi, sessionCookie: string) {
    this.#api = api
    this.#sessionCookie = sessionCookie
  }

  /** What to ask a browser for: any passkey to sign in with, or one of the person who is signed in. */
  async question(request: FastifyRequest, reply: FastifyReply, purpose: 'sign_in' | 'proof') {
    const without = purpose === 'sign_in' ? this.#sessionCookie : undefined
    const options = { headers: headersOf(request, without), returnHeaders: true as const }
    const { response, headers } = await this.#api.generatePasskeyAuthenticationOptions(options)
    passCookies(headers, reply)
    return { ...response, userVerification: 'required' as const }
  }

  /** Opens a session. Refuses `passkey_invalid`. */
  async signIn(request: FastifyRequest, reply: FastifyReply, passkey: PasskeyAnswer) {
    const options = {
      body: { response: passkey },
      headers: headersOf(request, this.#sessionCookie),
      returnHeaders: true as const,
    }
    const { response, headers } = await refusing(this.#api.verifyPasskeyAuthentication(options), refusals)
    passCookies(headers, reply)
    return { userId: response.user.id, token: response.session.token }
  }

  /** Checks that the person who is signed in holds a passkey of theirs. Refuses `passkey_invalid`. */
  async prove(request: FastifyRequest, userId: string, passkey: PasskeyAnswer): Promise<void> {
    await refusing(this.#api.provePasskey({ body: { userId, response: passkey }, headers: headersOf(request) }), refusals)
  }

  async newQuestion(request: FastifyRequest, reply: FastifyReply) {
    const options = { headers: headersOf(request), returnHeaders: true as const }
    const { response, headers } = await this.#api.generatePasskeyRegistrationOptions(options)
    passCookies(headers, reply)
    return response
  }

  /** Keeps a passkey of the person who is signed in. Refuses `passkey_invalid`. */
  async add(request: FastifyRequest, name: string, passkey: NewPasskeyAnswer): Promise<void> {
    await refusing(
      this.#api.verifyPasskeyRegistration({ body: { name, response: passkey }, headers: headersOf(request) }),
      refusals,
    )
  }
}

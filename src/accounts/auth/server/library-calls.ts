import type { FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '#platform/domain/languages.ts'
import { Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

export const clientAddress = 'x-client-address'

/** Headers passed to the library, with the client address resolved through trusted proxies. */
export function headersOf(request: FastifyRequest, withoutCookie?: string): Headers {
  const headers = new Headers({ [clientAddress]: request.ip })
  const { cookie, 'user-agent': agent } = request.headers
  const cookies = cookie?.split(/; */).filter((each) => !withoutCookie || !each.startsWith(`${withoutCookie}=`))
  if (cookies) headers.set('cookie', cookies.join('; '))
  if (agent) headers.set('user-agent', agent)
  return headers
}

export function passCookies(headers: Headers | null, reply: FastifyReply): void {
  for (const cookie of headers?.getSetCookie() ?? []) reply.header('set-cookie', cookie)
}

/** Maps the library's expected errors to refusals; rethrows anything else. */
export async function refusing<T>(call: Promise<T>, refusals: Readonly<Record<string, RefusalCode>>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const { body, status } = error as { body?: { code?: string }; status?: string }
    const code = body?.code ?? status
    const refusal = code && refusals[code]
    if (refusal) throw new Refusal(refusal, refusalTexts[refusal] ?? refusal)
    throw error
  }
}

const refusalTexts: Partial<Record<RefusalCode, string>> = texts({
  invalid_credentials: m.credentialsInvalid,
  second_factor_invalid: m.codeRefused,
  second_factor_expired: m.verificationExpired,
  too_many_requests: m.tooManyAttempts,
  wrong_password: m.passwordWrong,
  two_factor_already_on: m.twoFactorAlreadyOn,
  two_factor_off: m.twoFactorNotOn,
  passkey_invalid: m.passkeyRefused,
})

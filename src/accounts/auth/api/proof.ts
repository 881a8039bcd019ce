import * as z from 'zod/mini'
import { anyText, compactText } from '#platform/api/shapes.ts'
import { passkeyAnswer } from '#platform/api/webauthn.ts'
import { passwordMaxLength } from '../domain/passwords.ts'

/** Confirms the caller's identity: a passkey, or a code if the second factor is on, else the password. */
export const proof = {
  password: z.optional(anyText().check(z.maxLength(passwordMaxLength))),
  code: z.optional(compactText().check(z.maxLength(20))),
  passkey: z.optional(passkeyAnswer),
}

/** Refusals of routes that require such a confirmation. */
export const proofRefusals = ['confirmation_required', 'wrong_password', 'second_factor_invalid', 'passkey_invalid'] as const

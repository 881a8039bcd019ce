import * as z from 'zod/mini'
import { anyText } from '#platform/api/shapes.ts'
import { passwordMaxLength } from '../domain/passwords.ts'

/** Confirms the caller's identity: a code if the second factor is on, else the password. */
export const proof = {
  password: z.optional(anyText().check(z.maxLength(passwordMaxLength))),
  code: z.optional(anyText().check(z.maxLength(20))),
}

/** Refusals of routes that require such a confirmation. */
export const proofRefusals = ['confirmation_required', 'wrong_password', 'second_factor_invalid'] as const

import * as z from 'zod/mini'
import { passwordMaxLength } from '../domain/passwords.ts'
import { anyText } from '#platform/api/shapes.ts'

/** What shows that it is the caller: the code where the second factor is on, else the password. */
export const proof = {
  password: z.optional(anyText().check(z.maxLength(passwordMaxLength))),
  code: z.optional(anyText().check(z.maxLength(20))),
}

/** What a route that asks for it may refuse. */
export const proofRefusals = ['confirmation_required', 'wrong_password', 'second_factor_invalid'] as const

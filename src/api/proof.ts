import * as z from 'zod/mini'
import { passwordMaxLength } from '#domain/passwords.ts'
import { anyText } from './shapes.ts'

/** What shows that it is the caller: the code where the second factor is on, else the password. */
export const proof = {
  password: z.optional(anyText().check(z.maxLength(passwordMaxLength))),
  code: z.optional(anyText().check(z.maxLength(20))),
}

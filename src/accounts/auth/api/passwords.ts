import * as z from 'zod/mini'
import { anyText } from '#platform/api/shapes.ts'
import { isCommonPassword, passwordMaxLength, passwordMinLength } from '../domain/passwords.ts'
import { m } from '../messages/messages.ts'

const tooShort = { error: m.passwordTooShort }

/** A password typed to sign in. */
export const password = z
  .string(tooShort)
  .check(
    z.minLength(passwordMinLength, tooShort),
    z.maxLength(passwordMaxLength, { error: () => m.passwordTooLong({ passwordMaxLength }) }),
  )

/** A password being chosen: the commonest ones are refused. */
export const newPassword = password.check(z.refine((value) => !isCommonPassword(value), { error: m.passwordTooCommon }))

/** The secret in a single-use link. */
export const linkToken = anyText().check(z.minLength(20, { error: m.linkIncomplete }), z.maxLength(200, { error: m.linkInvalid }))

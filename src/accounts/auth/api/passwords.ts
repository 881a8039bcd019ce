import * as z from 'zod/mini'
import { anyText } from '#platform/api/shapes.ts'
import { isCommonPassword, passwordMaxLength, passwordMinLength } from '../domain/passwords.ts'

const tooShort = 'Le mot de passe doit contenir au moins 6 caractères'

/** A password typed to sign in. */
export const password = z
  .string(tooShort)
  .check(
    z.minLength(passwordMinLength, tooShort),
    z.maxLength(passwordMaxLength, `Le mot de passe ne peut pas dépasser ${passwordMaxLength} caractères`),
  )

/** A password being chosen: the commonest ones are refused. */
export const newPassword = password.check(
  z.refine((value) => !isCommonPassword(value), 'Ce mot de passe est trop courant. Choisissez-en un autre.'),
)

/** The secret in a single-use link. */
export const linkToken = anyText().check(z.minLength(20, 'Ce lien est incomplet'), z.maxLength(200, 'Ce lien est invalide'))

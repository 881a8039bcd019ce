import * as z from 'zod/mini'
import { language, me } from '#access/api/session.ts'
import { route } from '#platform/api/route.ts'
import { id, text, time } from '#platform/api/shapes.ts'
import { sessionMethods } from '#platform/domain/session-methods.ts'
import { fullName, secondFactorForm } from './auth.ts'
import { newPassword, password } from './passwords.ts'
import { proof, proofRefusals } from './proof.ts'

export const passwordChangeForm = z.strictObject({ currentPassword: password, newPassword })
/** `expected` has values that the caller saw: refused with `changed_meanwhile` if one of them is another by now. */
export const profileForm = z.strictObject({
  fullName,
  company: text(0, 200, ''),
  expected: z.optional(z.partial(z.strictObject({ fullName: z.string(), company: z.string() }))),
})

export const languageForm = z.strictObject({ language: z.nullable(language) })

const session = z.object({
  id,
  current: z.boolean(),
  createdAt: time,
  lastSeenAt: time,
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** How it was opened; null in sessions from before that was kept. */
  method: z.nullable(z.enum(sessionMethods)),
})

const withPassword = z.strictObject({ password })
const withBothFactors = z.strictObject({ ...proof, password })
const recoveryCodes = z.array(z.string())

/** Routes by which users manage their own account. */
export const accountRoutes = {
  getMe: route('GET', '/me', {
    summary: 'The signed-in person',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    returns: me,
  }),
  changeProfile: route('PATCH', '/me', {
    summary: 'Change one’s name and company',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    body: profileForm,
    refusals: ['partner_role_missing', 'changed_meanwhile'],
    returns: me,
  }),
  chooseLanguage: route('PUT', '/me/language', {
    summary: 'Choose the language that one reads the portal in; null: as the portal is',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    unkeyed: 'repeatable',
    body: languageForm,
    returns: me,
  }),
  changePassword: route('POST', '/me/password', {
    summary: 'Change one’s password; the other sessions end',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    body: passwordChangeForm,
    refusals: ['wrong_password', 'password_too_common'],
  }),
  listSessions: route('GET', '/me/sessions', {
    summary: 'Where one is signed in',
    who: 'member',
    duringView: 'refused',
    transaction: 'own',
    ownership: 'account',
    returns: z.object({ sessions: z.array(session) }),
  }),
  endSession: route('DELETE', '/me/sessions/:id', {
    summary: 'End one of one’s sessions',
    who: 'member',
    transaction: 'own',
    ownership: 'command',
    params: z.strictObject({ id }),
  }),
  startTwoFactor: route('POST', '/me/two-factor', {
    summary: 'Begin two-factor set-up: the address for the authenticator and the recovery codes, shown once',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    unkeyed: 'secretAnswer',
    body: withPassword,
    returns: z.object({ totpUri: z.string(), recoveryCodes }),
    refusals: ['wrong_password', 'two_factor_already_on'],
  }),
  confirmTwoFactor: route('POST', '/me/two-factor/confirm', {
    summary: 'Switch two-factor on with a first code',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    body: z.strictObject({ code: secondFactorForm.shape.code }),
    refusals: ['second_factor_invalid', 'two_factor_off', 'two_factor_already_on'],
  }),
  renewRecoveryCodes: route('POST', '/me/two-factor/recovery-codes', {
    summary: 'Replace the recovery codes: with the password and a code, or a passkey',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    unkeyed: 'secretAnswer',
    body: withBothFactors,
    returns: z.object({ recoveryCodes }),
    refusals: [...proofRefusals, 'two_factor_off'],
  }),
  stopTwoFactor: route('POST', '/me/two-factor/disable', {
    summary: 'Switch two-factor off: with the password and a code, or a passkey',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    body: withBothFactors,
    refusals: [...proofRefusals, 'two_factor_off'],
  }),
}

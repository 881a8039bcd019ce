import * as z from 'zod/mini'
import { partnerRole, role } from '#access/api/person-shapes.ts'
import { language, me, sessionRoutes } from '#access/api/session.ts'
import { route } from '#platform/api/route.ts'
import { compactText, emailAddress, id, text } from '#platform/api/shapes.ts'
import { helpers } from '../domain/second-factor.ts'
import { m } from '../messages/messages.ts'
import { maxPasskeys, passkeyList } from './passkey-list.ts'
import { linkToken, newPassword, password } from './passwords.ts'

export const fullName = text(2, 100, m.nameTooShort, m.nameTooLong)

export const loginForm = z.strictObject({ email: emailAddress(m.emailInvalid), password })
export const setupForm = z.strictObject({
  token: linkToken,
  fullName,
  email: emailAddress(),
  password: newPassword,
  /** The language of the portal; as the specification has it unless given. */
  language: z.optional(language),
})
export const acceptForm = z.strictObject({ token: linkToken, fullName, password: newPassword })
export const resetRequestForm = z.strictObject({ email: emailAddress() })
export const resetForm = z.strictObject({
  token: linkToken,
  password: newPassword,
  /** Passkeys that go with the old password. */
  removePasskeys: z._default(z.array(id).check(z.maxLength(maxPasskeys)), []),
})

/** A six-digit code of the authenticator, or a recovery code. */
export const secondFactorForm = z.strictObject({
  code: compactText().check(z.minLength(6, { error: m.codeInvalid }), z.maxLength(32, { error: m.codeInvalid })),
  kind: z.enum(['totp', 'recovery']),
})

export const authRoutes = {
  ...sessionRoutes,
  setupState: route('GET', '/setup', {
    summary: 'Whether the portal still waits for its first administrator',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    returns: z.object({ open: z.boolean() }),
  }),
  setUp: route('POST', '/setup', {
    summary: 'Create the first administrator with the single-use link the server printed, and sign in',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: setupForm,
    returns: me,
    status: 201,
    refusals: ['setup_closed', 'link_invalid', 'password_too_common'],
  }),
  signIn: route('POST', '/session', {
    summary: 'Sign in with e-mail and password',
    who: 'anyone',
    transaction: 'own',
    ownership: 'credentials',
    body: loginForm,
    returns: z.object({ next: z.enum(['done', 'second_factor']), me: z.nullable(me) }),
    refusals: ['invalid_credentials'],
  }),
  signInSecondFactor: route('POST', '/session/second-factor', {
    summary: 'Finish signing in with a code of the authenticator or a recovery code',
    who: 'anyone',
    transaction: 'own',
    ownership: 'credentials',
    body: secondFactorForm,
    returns: me,
    refusals: ['second_factor_invalid', 'second_factor_expired'],
  }),
  secondFactorHelp: route('GET', '/session/second-factor/help', {
    summary: 'Whom somebody asks who has given their password, and has lost the second factor and its recovery codes',
    who: 'anyone',
    transaction: 'own',
    ownership: 'credentials',
    returns: z.object({ ask: z.enum(helpers) }),
    refusals: ['second_factor_expired'],
  }),
  openInvitation: route('POST', '/invitations/open', {
    summary: 'Whom an invitation link is for',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: z.strictObject({ token: linkToken }),
    returns: z.object({
      email: z.string(),
      fullName: z.string(),
      role,
      /** The company that a colleague is invited to, who invites and what they will be; null for a new partner, and for staff. */
      colleague: z.nullable(z.object({ company: z.string(), inviter: z.string(), partnerRole })),
    }),
    refusals: ['link_invalid'],
  }),
  acceptInvitation: route('POST', '/invitations/accept', {
    summary: 'Accept an invitation: confirm the name, set a password, sign in',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: acceptForm,
    returns: me,
    status: 201,
    refusals: ['link_invalid', 'password_too_common'],
  }),
  requestPasswordReset: route('POST', '/password-resets/request', {
    summary: 'Ask for a reset link (1 hour, once); the answer is the same whether or not the account exists',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    body: resetRequestForm,
    status: 202,
  }),
  openReset: route('POST', '/password-resets/open', {
    summary: 'Whether a reset link can still be used, and the passkeys of its account, which open it without the password',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    unkeyed: 'readsOnly',
    body: z.strictObject({ token: linkToken }),
    returns: passkeyList,
    refusals: ['link_invalid'],
  }),
  resetPassword: route('POST', '/password-resets', {
    summary:
      'Set a new password with the link; every session of the account ends, and passkeys stay but for those that are named',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: resetForm,
    refusals: ['link_invalid', 'password_too_common'],
  }),
}

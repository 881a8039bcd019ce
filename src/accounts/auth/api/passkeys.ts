import * as z from 'zod/mini'
import { me } from '#access/api/session.ts'
import { route } from '#platform/api/route.ts'
import { idParams, text } from '#platform/api/shapes.ts'
import {
  newPasskeyAnswer,
  newPasskeyQuestion,
  passkeyAnswer,
  passkeyProofRoutes,
  passkeyQuestion,
} from '#platform/api/webauthn.ts'
import { m } from '../messages/messages.ts'
import { passkeyList } from './passkey-list.ts'
import { proof, proofRefusals } from './proof.ts'

const name = text(1, 60, m.passkeyNameNeeded)
export const passkeyForm = z.strictObject({ name })

/** Signing in with passkeys, and managing one’s own. Adding and removing one asks for a proof as bank details do. */
export const passkeyRoutes = {
  ...passkeyProofRoutes,
  passkeySignInQuestion: route('POST', '/session/passkey/question', {
    summary: 'What a browser asks for a passkey with, to sign in (5 minutes, once, in this browser)',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    returns: passkeyQuestion,
  }),
  signInWithPasskey: route('POST', '/session/passkey', {
    summary: 'Sign in with a passkey that has verified its user; no second factor is asked for',
    who: 'anyone',
    transaction: 'own',
    ownership: 'credentials',
    body: z.strictObject({ passkey: passkeyAnswer }),
    returns: me,
    refusals: ['passkey_invalid'],
  }),
  listPasskeys: route('GET', '/me/passkeys', {
    summary: 'One’s passkeys',
    who: 'member',
    duringView: 'refused',
    transaction: 'own',
    ownership: 'account',
    returns: passkeyList,
  }),
  newPasskeyQuestion: route('POST', '/me/passkeys/question', {
    summary: 'What a browser makes a passkey from; asks for a proof',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    unkeyed: 'secretAnswer',
    body: z.strictObject(proof),
    returns: newPasskeyQuestion,
    refusals: proofRefusals,
  }),
  addPasskey: route('POST', '/me/passkeys', {
    summary: 'Keep a new passkey; its question was answered by the same person in the same browser',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    body: z.strictObject({ name, passkey: newPasskeyAnswer }),
    status: 201,
    returns: passkeyList,
    refusals: ['passkey_invalid', 'too_many_passkeys'],
  }),
  removePasskey: route('POST', '/me/passkeys/:id/remove', {
    summary: 'Remove one of one’s passkeys; asks for a proof',
    who: 'member',
    transaction: 'own',
    ownership: 'command',
    params: idParams,
    body: z.strictObject(proof),
    refusals: proofRefusals,
  }),
}

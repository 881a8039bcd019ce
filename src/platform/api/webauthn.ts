import * as z from 'zod/mini'
import { route } from './route.ts'

// What browsers and authenticators say to each other (WebAuthn, level 3, section 5.1: the JSON forms).

const part = (max: number) => z.string().check(z.regex(/^[\w-]*$/), z.maxLength(max))
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const transports = z.optional(z.array(transport).check(z.maxLength(10)))
const type = z.literal('public-key')
const verification = z.optional(z.enum(['required', 'preferred', 'discouraged']))
const credential = z.object({ id: z.string(), type, transports })
const answered = {
  id: part(1400),
  rawId: part(1400),
  type,
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.object({ credProps: z.optional(z.object({ rk: z.optional(z.boolean()) })) }),
}

/** What the browser asks for a passkey with. */
export const passkeyQuestion = z.object({
  challenge: z.string(),
  timeout: z.optional(z.number()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(credential)),
  userVerification: verification,
})

export type PasskeyQuestion = z.infer<typeof passkeyQuestion>

/** What it answers: the signature of a passkey over the challenge. */
export const passkeyAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: part(4000),
    authenticatorData: part(4000),
    signature: part(4000),
    userHandle: z.optional(part(200)),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** What the browser makes a passkey from. */
export const newPasskeyQuestion = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type, alg: z.number() })),
  timeout: z.optional(z.number()),
  attestation: z.optional(z.enum(['none', 'indirect', 'direct', 'enterprise'])),
  excludeCredentials: z.optional(z.array(credential)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: verification,
      requireResidentKey: z.optional(z.boolean()),
      userVerification: verification,
    }),
  ),
})

export type NewPasskeyQuestion = z.infer<typeof newPasskeyQuestion>

/** The public key of a new passkey. */
export const newPasskeyAnswer = z.object({
  ...answered,
  response: z.object({ clientDataJSON: part(4000), attestationObject: part(40_000), transports }),
})
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>

/** What forms ask for that want a proof; all else about passkeys stands with the accounts. */
export const passkeyProofRoutes = {
  proofQuestion: route('POST', '/me/passkeys/proof', {
    summary: 'What a browser asks for one’s passkey with, as a proof that it is still the same person',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    unkeyed: 'secretAnswer',
    returns: passkeyQuestion,
  }),
}

import * as z from 'zod/mini'
import { contractType } from '#contracts/contracts/api/contracts.ts'
import { signatureLevels, signatureRoles } from '#contracts/contracts/domain/signing.ts'
import { verifiedReceipt } from '#leads/receipts/api.ts'
import { route } from '#platform/api/route.ts'
import { anyText, time } from '#platform/api/shapes.ts'
import { signRoutes } from '#platform/domain/seal-routes.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Facts about a signed file for anybody who holds it or its reference; its content is never among them. */
export const verification = z.object({
  /**
   * `genuine`: the file as it was sealed last. `superseded`: genuine, and counter-signed or signed anew since. `revoked`:
   * genuine, and the provider took the signature back. `unknown`: no such reference or file.
   */
  verdict: z.enum(['genuine', 'superseded', 'revoked', 'unknown']),
  found: z.nullable(
    z.object({
      reference: z.string(),
      contractType,
      provider: z.string(),
      signatures: z.array(
        z.object({ role: z.enum(signatureRoles), name: z.string(), signedAt: time, level: z.enum(signatureLevels) }),
      ),
      route: z.enum(signRoutes),
      /** The hash of the file that is valid now. */
      fileSha256: sha256,
      documentSha256: z.nullable(sha256),
      revokedAt: z.nullable(time),
    }),
  ),
  /** Replaces `found` if the file is the receipt of a lead's registration. */
  receipt: z.nullable(verifiedReceipt),
})
export type Verification = z.infer<typeof verification>

export const verificationRoutes = {
  verifyReference: route('GET', '/verify/:reference', {
    summary: 'What a reference printed on a certificate stands for',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    params: z.strictObject({ reference: anyText().check(z.maxLength(40)) }),
    returns: verification,
  }),
  verifyFile: route('GET', '/verify', {
    summary: 'Whether a file with this SHA-256 was sealed here; the file itself never leaves the browser',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    query: z.strictObject({ sha256 }),
    returns: verification,
  }),
}

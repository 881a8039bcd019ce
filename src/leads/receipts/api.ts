import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { count, idParams, time } from '#platform/api/shapes.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Facts about a receipt for anybody who holds it or its reference. */
export const verifiedReceipt = z.object({
  reference: z.string(),
  number: z.string(),
  provider: z.string(),
  partner: z.string(),
  /** Null, as the hash, once the client was erased. */
  company: z.nullable(z.string()),
  /** Time of the registration as printed, to the second. */
  submitted: z.string(),
  recordSha256: z.nullable(sha256),
  fileSha256: sha256,
  madeAt: time,
  journal: z.object({
    seq: count,
    hash: sha256,
    /** Whether the row is still there, with this hash, and its hashes are those of what is stored. */
    holds: z.boolean(),
    /** The day whose root covers the row; null before its end. */
    closedOn: z.nullable(z.iso.date()),
    stampedAt: z.nullable(time),
  }),
})
export type VerifiedReceipt = z.infer<typeof verifiedReceipt>

export const leadReceiptRoutes = {
  leadReceipt: route('GET', '/leads/:id/receipt', {
    summary: 'The sealed receipt of a lead’s registration as PDF; made when it is first asked for, and kept',
    who: 'unlocked',
    ability: 'leads',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
    mediaType: 'application/pdf',
    refusals: ['not_found', 'characters_unprintable', 'document_not_made', 'seal_failed'],
  }),
}

export const leadReceiptEvents = {
  'lead.receipt_made': event<null, { readonly number: string }>('lead'),
}

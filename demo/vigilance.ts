import { type Actor, soleOwner } from '#access/domain/actor.ts'
import type { VigilanceKind } from '#money/vigilance/domain.ts'
import { requestDocuments, submitDocument, verifyDocument } from '#money/vigilance/server/commands.ts'
import { addUploadedFile } from './files.ts'
import { dayOf, type Staff } from './payout-steps.ts'

const day = 86_400_000

interface DemoDocument {
  readonly fullName: string
  readonly kind: VigilanceKind
  /** Days ago on which staff asked for it. */
  readonly requestedAgo: number
  /** Days ago on which it came, with the days until it ends; null if it did not come. */
  readonly submission: { readonly ago: number; readonly until: number } | null
  readonly isVerified?: boolean
}

/** One document or more in each state that staff can filter by. */
const documents: readonly DemoDocument[] = [
  { fullName: 'Camille Lefèvre', kind: 'urssaf', requestedAgo: 40, submission: { ago: 36, until: 144 }, isVerified: true },
  { fullName: 'Camille Lefèvre', kind: 'registration', requestedAgo: 40, submission: { ago: 36, until: 54 }, isVerified: true },
  // Expires soon.
  { fullName: 'Sophie Moreau', kind: 'insurance', requestedAgo: 80, submission: { ago: 78, until: 12 }, isVerified: true },
  // Has expired.
  { fullName: 'Sophie Moreau', kind: 'registration', requestedAgo: 102, submission: { ago: 100, until: -8 }, isVerified: true },
  // To check.
  { fullName: 'Julien Perrin', kind: 'vat', requestedAgo: 9, submission: { ago: 2, until: 178 } },
  // Missing.
  { fullName: 'Thomas Rousseau', kind: 'urssaf', requestedAgo: 12, submission: null },
]

/** Asks sample partners for documents; most have sent theirs. Their names as in `partnerIds`. */
export async function seedVigilance(
  { portal, runAs, admin }: Staff,
  partnerIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (const { fullName, kind, requestedAgo, submission, isVerified } of documents) {
    const partnerId = partnerIds.get(fullName)
    if (!partnerId) throw new Error(`the sample world has no partner ${fullName}`)
    const ago = (days: number) => new Date(now.getTime() - days * day)
    await runAs(admin, ago(requestedAgo), (context) => requestDocuments(context, { partnerIds: [partnerId], kind, label: '' }))
    if (!submission) continue
    const [at, partner] = [
      ago(submission.ago),
      { kind: 'partner', userId: partnerId, partner: soleOwner(partnerId), contractSigned: true } satisfies Actor,
    ]
    const uploadId = await addUploadedFile(portal, partner, at, 'partner_document', `Attestation ${fullName}`)
    const expiresOn = dayOf(new Date(now.getTime() + submission.until * day))
    const form = { kind, label: '', uploadId, issuedOn: dayOf(at), expiresOn, securityCode: '' }
    const id = await runAs(partner, at, (context) => submitDocument(context, form))
    if (isVerified) await runAs(admin, ago(submission.ago - 1), (context) => verifyDocument(context, id))
  }
}

import { shapeOf, type TableEntries } from '#access/domain/personal-data.ts'
import type { LeadReceipt } from '#money/documents/domain/lead-receipt.ts'

/** The text of the registration and its hash are about the client too: a name could be guessed from it. */
const receiptShape = shapeOf<LeadReceipt>()(
  'company contact record recordSha256',
  `reference number issueDate provider partner name address email submitted submittedUtc journal seq hash chainedAt verifyUrl`,
)

export const leadReceiptData: TableEntries = {
  lead_receipts: {
    of: 'client',
    via: { leads: 'lead_id' },
    key: 'reference',
    why: 'referrals',
    period: 'lead',
    erase: 'empty',
    // It repeats the lead with its amount and its notes, which are shown from there once they were read.
    show: 'no',
    columns: 'content',
    json: { content: receiptShape },
    facts: 'reference lead_id partner_id journal_seq journal_hash file_id file_sha256 made_at',
  },
}

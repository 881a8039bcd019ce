import type { PdfKitDocument } from 'pdfmake'
import { formatReference } from '#platform/domain/references.ts'
import { type LeadReceipt, registeredLeadFile } from '../domain/lead-receipt.ts'
import { m } from '../messages/messages.ts'
import { facts, framed, ink, type Piece, parties, sectionTitle, smallPrint, soft, type Wording } from './layout-parts.ts'

/** A module of the code is about a millimetre wide: it is read from a print. */
const codeSize = 104

/** pdfmake definition of the receipt of a lead's registration. */
export function leadReceiptLayout(receipt: LeadReceipt, wording: Wording): Piece {
  const { number, issueDate, provider, partner, company, contact, submitted, submittedUtc, reference } = receipt
  const { text } = wording
  const lines = (...all: readonly string[]) => all.filter((line) => line !== '')
  return framed(
    {
      heading: m.registrationReceipt(),
      subtitle: m.registrationOfContact(),
      number,
      reference: m.documentNumber({ number }),
      issueDate,
      footer: m.registrationReceiptFooter({ number, reference: formatReference(reference) }),
    },
    [
      parties(
        [
          { title: m.receivedBy(), name: provider.name, lines: lines(...provider.address.split('\n'), provider.email) },
          { title: m.broughtBy(), name: partner.name, lines: lines(partner.company) },
        ],
        wording,
      ),
      facts([...(company === '' ? [] : [[m.company(), company] as const]), [m.contact(), contact]], wording),
      facts(
        [
          [m.registeredOn(), submitted],
          [m.universalTime(), submittedUtc],
        ],
        wording,
      ),
      {
        text: text(m.hasReceived({ provider: provider.name, partner: partner.name, company: company || contact, submitted })),
        margin: [0, 0, 0, 10],
      },
      sectionTitle(m.proof(), wording),
      proofWithCode(receipt, wording),
      { text: text(m.priorityRule()), margin: [0, 0, 0, 10] },
      sectionTitle(m.whatItProves(), wording),
      smallPrint(
        [m.provesReception(), m.provesNoMore(), m.simpleProof(), m.attachedRecord({ file: registeredLeadFile })],
        wording,
      ),
    ],
    wording,
  )
}

/** The code leads to the page that verifies the receipt. */
function proofWithCode(receipt: LeadReceipt, wording: Wording): Piece {
  return {
    columns: [
      { width: '*', stack: proof(receipt, wording) },
      {
        width: codeSize + 8,
        stack: [
          { qr: receipt.verifyUrl, fit: codeSize, eccLevel: 'M', foreground: ink, alignment: 'right' },
          { text: wording.text(m.verifyOnline()), fontSize: 8, color: soft, alignment: 'right', margin: [0, 4, 0, 0] },
        ],
      },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 12],
  }
}

function proof({ recordSha256, journal, reference, verifyUrl }: LeadReceipt, { text }: Wording): Piece[] {
  const rows: readonly (readonly [string, string])[] = [
    [m.recordHash(), recordSha256],
    [m.placeInJournal(), m.journalRow({ seq: journal.seq, chainedAt: journal.chainedAt })],
    [m.hashOfRow(), journal.hash],
    [m.reference(), formatReference(reference)],
    [m.verification(), verifyUrl],
  ]
  return rows.map(([label, value]) => ({
    stack: [
      { text: text(label), fontSize: 8, color: soft },
      { text: text(value), fontSize: 8.5 },
    ],
    margin: [0, 0, 0, 5],
  }))
}

/** Embeds the record whose hash is printed. */
export function attachRecord(document: PdfKitDocument, { record, issueDate }: LeadReceipt): void {
  const date = new Date(`${issueDate}T00:00:00Z`)
  document.file(Buffer.from(record), {
    name: registeredLeadFile,
    type: 'application/json',
    description: m.recordVerbatim(),
    relationship: 'Data',
    creationDate: date,
    modifiedDate: date,
  })
}

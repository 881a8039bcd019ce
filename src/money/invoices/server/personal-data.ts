import { nobody, shapeOf, type TableEntries } from '#access/domain/personal-data.ts'
import type { DocumentContent } from '../domain/document-content.ts'

const contentShape = shapeOf<DocumentContent>()(
  `address buyer city client description detail electronicAddress email legalForm legalName line1 line2 lines name payee postcode
    reason seller siren siret subject value vatNumber`,
  `amountCents archiveOnly beforeCents bonus by capCents cents content corrects countedCents country counts cut day discount
    dueDate en fact fixedCents foreignNumber fr from grossCents index isOwn isReduced isRest issueDate kind leadRevenueCents
    left line mandate measure months names netCents number of offer on origin paid paidOn pays penaltyRate per percent period
    provider ratePercent recoveryFeeCents reference revenueCents roomCents rule seq service shareBasisPoints signedOn source
    statementNumber stay stayed taken targetCents terms tier tierName tierNames to type vatCase vatOnDebits vatRate version
    whole why year`,
)

export const invoiceData: TableEntries = {
  invoices: {
    of: ['partner', 'client'],
    via: { partners: 'partner_id', payouts: 'payout_id' },
    why: 'accounting',
    period: 'accounting',
    erase: 'keep',
    law: 'books',
    since: 't.issued_on',
    show: 'read',
    columns: 'content',
    json: { content: contentShape },
    facts: `id payout_id partner_id kind series number reference issued_on issued_at issued_by corrects_id mandate_id vat_case
      vat_rate net_cents vat_cents total_cents archive_only`,
  },
  invoice_codes: nobody('partner_id code'),
  invoice_files: {
    ...nobody('invoice_id file_id xml_file_id made_at'),
    files: { period: 'accounting', since: '(select i.issued_on from invoices i where i.id = t.invoice_id)' },
  },
  invoice_handovers: nobody(
    'id invoice_id handed_on platform reference recorded_at recorded_by undone_at undone_by',
    'undo_reason',
  ),
  invoice_lines: nobody('invoice_id position commission_id net_cents'),
  invoice_platform_statuses: nobody('id invoice_id status on_day recorded_at recorded_by', 'reason'),
}

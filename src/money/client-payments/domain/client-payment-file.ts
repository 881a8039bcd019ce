import { type ColumnMapping, type FileTitle, fileColumns } from '#platform/domain/file-columns.ts'

/** What became of a row; `repeated` was recorded before, with the same amount and day. */
export const clientPaymentImportOutcomes = ['ready', 'recorded', 'repeated', 'refused'] as const

/** What a file of client payments can hold. The lead is named by its id, or by its company or e-mail. */
export const clientPaymentFileFields = ['leadId', 'company', 'email', 'reference', 'receivedOn', 'amount'] as const
export type ClientPaymentFileField = (typeof clientPaymentFileFields)[number]

/** Rows without these are refused, so the mapping has to name a column for each. */
export const requiredClientPaymentFields: readonly ClientPaymentFileField[] = ['reference', 'receivedOn', 'amount']
/** One of these names the lead. */
export const leadNamingFields: readonly ClientPaymentFileField[] = ['leadId', 'company', 'email']

const titles: Readonly<Record<ClientPaymentFileField, FileTitle>> = {
  leadId: ['Lead id', 'idlead identifiant identifiantlead dossier'],
  company: ['Company', 'societe entreprise client raisonsociale customer nomduclient'],
  email: ['Email', 'mail courriel emailaddress adresseemail emailclient emailduclient'],
  reference: [
    'Invoice',
    'reference facture numero numerofacture numerodefacture nfacture ndefacture invoicenumber invoiceno piece',
  ],
  receivedOn: [
    'Date',
    'datereglement datedereglement datepaiement datedepaiement encaissele recule datedencaissement paidon receivedon',
  ],
  amount: ['Net amount', 'montant montantht amount net nethtva ht montanthteur netamounteur montantnet totalht encaisse'],
}

export const clientPaymentColumns = fileColumns(titles)
export type ClientPaymentMapping = ColumnMapping<ClientPaymentFileField>

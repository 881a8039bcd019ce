import { type ColumnMapping, type FileTitle, fileColumns } from '#platform/domain/file-columns.ts'
import { m } from '../messages/messages.ts'

/** What became of a row; `repeated` was recorded before, with the same amount and day. */
export const clientPaymentImportOutcomes = ['ready', 'recorded', 'repeated', 'refused'] as const

/** What a file of client payments can hold. The lead is named by its id, or by its company or e-mail. */
export const clientPaymentFileFields = ['leadId', 'company', 'email', 'reference', 'receivedOn', 'amount'] as const
export type ClientPaymentFileField = (typeof clientPaymentFileFields)[number]

/** Rows without these are refused, so the mapping has to name a column for each. */
export const requiredClientPaymentFields: readonly ClientPaymentFileField[] = ['reference', 'receivedOn', 'amount']
/** One of these names the lead. */
export const leadNamingFields: readonly ClientPaymentFileField[] = ['leadId', 'company', 'email']

/** Titles in both languages are recognized; those of the model that is downloaded are in the language of the page. */
const titles: Readonly<Record<ClientPaymentFileField, FileTitle>> = {
  leadId: [m.leadId(), 'leadid idlead identifiant identifiantlead identifiantdulead dossier'],
  company: [m.company(), 'company societe entreprise client raisonsociale customer nomduclient'],
  email: [m.email(), 'email mail courriel emailaddress adresseemail emailclient emailduclient'],
  reference: [
    m.invoice(),
    'invoice reference facture numero numerofacture numerodefacture nfacture ndefacture invoicenumber invoiceno piece',
  ],
  receivedOn: [
    m.date(),
    'date datereglement datedereglement datepaiement datedepaiement encaissele recule datedencaissement paidon receivedon',
  ],
  amount: [
    m.netAmount(),
    'netamount netamounteur montant montantht amount net nethtva ht montanthteur montantnet montantneteur totalht encaisse',
  ],
}

export const clientPaymentColumns = fileColumns(titles)
export type ClientPaymentMapping = ColumnMapping<ClientPaymentFileField>

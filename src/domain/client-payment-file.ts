import { normalizeTitle } from './lead-import.ts'

/** What became of a row; `repeated` was recorded before, with the same amount and day. */
export const clientPaymentImportOutcomes = ['ready', 'recorded', 'repeated', 'refused'] as const

/** What a file of client payments can hold. The lead is named by its id, or by its company or e-mail. */
export const clientPaymentFileFields = ['leadId', 'company', 'email', 'reference', 'receivedOn', 'amount'] as const
export type ClientPaymentFileField = (typeof clientPaymentFileFields)[number]

/** Rows without these are refused, so the mapping has to name a column for each. */
export const requiredClientPaymentFields: readonly ClientPaymentFileField[] = ['reference', 'receivedOn', 'amount']
/** One of these names the lead. */
export const leadNamingFields: readonly ClientPaymentFileField[] = ['leadId', 'company', 'email']

/** Title of each column, then further ones that an import recognizes, normalized and separated by spaces. */
const titles: Readonly<Record<ClientPaymentFileField, readonly [title: string, aliases: string]>> = {
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

export const clientPaymentTitle = (field: ClientPaymentFileField): string => titles[field][0]

const mapFields = <T>(toValue: (field: ClientPaymentFileField) => T) =>
  Object.fromEntries(clientPaymentFileFields.map((field) => [field, toValue(field)])) as Record<ClientPaymentFileField, T>

const known = mapFields((field) => {
  const [title, aliases] = titles[field]
  return new Set([field, title, ...aliases.split(' ')].map(normalizeTitle))
})

/** The file's column of each field, counted from 0; null for a field that the file does not have. */
export type ClientPaymentMapping = Readonly<Record<ClientPaymentFileField, number | null>>

/** Finds the column of each field by its title, in French or English. If two columns match a field, the first wins. */
export function mapClientPaymentColumns(cells: readonly string[]): ClientPaymentMapping {
  const normalized = cells.map(normalizeTitle)
  return mapFields((field) => {
    const column = normalized.findIndex((title) => known[field].has(title))
    return column < 0 ? null : column
  })
}

/** How many cells are titles that the import recognizes. */
export function countClientPaymentTitles(cells: readonly string[]): number {
  return Object.values(mapClientPaymentColumns(cells)).filter((column) => column !== null).length
}

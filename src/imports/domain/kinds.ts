import type { ColumnField, FileRecord } from './formats.ts'

export const importKinds = ['leads', 'partners', 'client_payments'] as const
export type ImportKind = (typeof importKinds)[number]

interface KindOfImport {
  /** What the rows of its files can be. */
  readonly records: readonly FileRecord[]
  /** Words before a title that name the record itself. */
  readonly prefixes: readonly string[]
  /**
   * Which columns make each field: the first of these sets that a file has all of. A set of several is joined. Sets behind
   * `guessedFrom` are asked about: what they hold is not what the field means, but better than nothing.
   */
  readonly targets: Readonly<Record<string, readonly (readonly ColumnField[])[]>>
  readonly guessedFrom: Readonly<Record<string, readonly (readonly ColumnField[])[]>>
}

export const kindsOfImport: Readonly<Record<ImportKind, KindOfImport>> = {
  leads: {
    records: ['lead', 'person', 'company', 'client'],
    prefixes: ['deal', 'affaire', 'person', 'personne', 'contact', 'lead', 'prospect', 'opportunity', 'customer', 'client'],
    targets: {
      externalId: [['externalId']],
      partner: [['partnerEmail'], ['partner']],
      name: [
        ['firstName', 'middleName', 'lastName'],
        ['firstName', 'lastName'],
        ['fullName'],
        ['clientFirstName', 'clientLastName'],
        ['client'],
        ['lastName'],
      ],
      company: [['company']],
      email: [['email'], ['clientEmail'], ['emailOther']],
      phone: [['phone'], ['mobile'], ['phoneOther']],
      website: [['website']],
      amount: [['amount']],
      currency: [['currency']],
      offer: [['offer']],
      status: [['state', 'stage'], ['stage'], ['state']],
      notes: [['note']],
    },
    guessedFrom: {
      name: [['title'], ['company'], ['firstName']],
      company: [['client'], ['clientFirstName', 'clientLastName'], ['fullName'], ['firstName', 'lastName'], ['title']],
    },
  },
  partners: {
    records: ['partner'],
    prefixes: ['affiliate', 'partner', 'partenaire', 'apporteur', 'contact', 'person', 'personne'],
    targets: {
      externalId: [['externalId']],
      email: [['email'], ['partnerEmail']],
      fullName: [['firstName', 'lastName'], ['fullName'], ['partner']],
      company: [['company']],
      role: [['role']],
      template: [['template']],
      state: [['state']],
    },
    guessedFrom: { fullName: [['company']] },
  },
  client_payments: {
    records: ['payment'],
    prefixes: ['payment', 'paiement', 'invoice', 'facture'],
    targets: {
      leadId: [['leadId']],
      company: [['company'], ['client']],
      email: [['email'], ['clientEmail']],
      reference: [['reference']],
      receivedOn: [['receivedOn'], ['paidAt']],
      amount: [['amount']],
      currency: [['currency']],
    },
    guessedFrom: {},
  },
}

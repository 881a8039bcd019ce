import { type LeadField, leadFieldNames, leadFields } from '#leads/leads/domain/lead-fields.ts'

/** In files, and in the requests of an import, two fields have a shorter name. */
const shortNames = { estimatedAmountCents: 'amount', offerType: 'offer' } as const
type ShortNames = typeof shortNames
type LeadFileField = { [F in LeadField]: F extends keyof ShortNames ? ShortNames[F] : F }[LeadField]

/** What a lead file can hold: the fields of a lead, its partner and its status. */
export type FileField = 'partner' | 'status' | LeadFileField

export function fileFieldOf(field: LeadField): LeadFileField {
  return field in shortNames ? shortNames[field as keyof ShortNames] : (field as LeadFileField)
}

const leadFieldsByFileField = Object.fromEntries(leadFieldNames.map((field) => [fileFieldOf(field), field])) as Readonly<
  Record<LeadFileField, LeadField>
>

export function leadFieldOf(fileField: LeadFileField): LeadField {
  return leadFieldsByFileField[fileField]
}

interface FileTitles {
  /** Title in the files and import screens of partners. */
  readonly fr: string
  /** The title in files and screens of staff. */
  readonly en: string
  /** Further titles that an import recognizes, normalized and separated by spaces. */
  readonly aliases: string
}

/** Titles of the columns of a lead file, in the order in which files are written and the import asks for them. */
export const fileTitles = {
  partner: {
    fr: 'Partenaire',
    en: 'Partner',
    aliases: 'partneremail emailpartenaire emaildupartenaire apporteur referrer',
  },
  name: {
    fr: 'Nom',
    en: 'Name',
    aliases: 'contact nomcontact nomducontact nomcomplet contactname fullname nometprenom prenometnom',
  },
  company: {
    fr: 'Société',
    en: 'Company',
    aliases: 'entreprise companyname raisonsociale organisation organization nomdelasociete',
  },
  email: {
    fr: 'Email',
    en: 'Email',
    aliases: 'mail courriel emailaddress adresseemail adressemail adresseelectronique',
  },
  phone: { fr: 'Téléphone', en: 'Phone', aliases: 'tel mobile portable phonenumber numerodetelephone' },
  website: { fr: 'Site web', en: 'Website', aliases: 'site web url siteinternet' },
  amount: {
    fr: 'Montant',
    en: 'Amount',
    aliases:
      'montantestime estimatedamount montantestimeeur estimatedamounteur montanteur amounteur ' +
      'montantht montanthteur montanthorstaxe montanthorstaxes ca caht caestime caprevisionnel ' +
      'chiffredaffaires chiffreaffaires chiffredaffairesht chiffredaffairesestime budget budgetht ' +
      'budgetestime budgeteur prix prixht valeur value revenue dealvalue',
  },
  offer: { fr: 'Offre', en: 'Offer', aliases: 'offertype typedoffre typeoffre' },
  status: { fr: 'Statut', en: 'Status', aliases: 'etape stage etat' },
  notes: { fr: 'Notes', en: 'Notes', aliases: 'note commentaire commentaires comment comments remarque remarques' },
} as const satisfies Readonly<Record<FileField, FileTitles>>

export const fileFields = Object.keys(fileTitles) as readonly FileField[]
/** Partners import and export their own leads alone. */
export const ownFileFields = fileFields.filter((field) => field !== 'partner')

/** Rows without these are refused, so the mapping has to name a column for each. */
export const requiredFileFields: readonly FileField[] = leadFieldNames
  .filter((field) => leadFields[field].required)
  .map(fileFieldOf)

/** A record over all fields of a lead file, in their order. */
export function mapFileFields<T>(toValue: (field: FileField) => T): Record<FileField, T> {
  return Object.fromEntries(fileFields.map((field) => [field, toValue(field)])) as Record<FileField, T>
}

import { type CsvRow, csvEuros } from '#platform/domain/csv.ts'
import { documentReading, inLanguageOf } from '#platform/domain/languages.ts'
import { type Das2Remark, remarkText } from './beneficiary.ts'
import { type Das2Line, type Das2State, das2Notice, missingNames } from './declaration.ts'

const headings = [
  'État',
  'Nom',
  'Prénom',
  'Raison sociale',
  'SIRET',
  'Profession',
  'Adresse',
  'Complément',
  'Code postal',
  'Ville',
  'Pays',
  'Commissions TTC (euros entiers)',
  'Versé TTC (EUR)',
  'À compléter',
  'À vérifier',
]

export const das2StateLabels: Readonly<Record<Das2State, string>> = {
  to_declare: 'À déclarer',
  incomplete: 'Donnée manquante',
  below_threshold: 'Sous le seuil',
}

/**
 * All lines of the year as a table, with remarks for whoever checks them, for typing into the tax office’s pages or for an
 * accountant’s software. The last row says that an accountant has to check it. It is in the tax office's language, whoever
 * exports it.
 */
export function das2Table(lines: readonly Das2Line[], remarksOn: RemarksOn = () => []): CsvRow[] {
  return inLanguageOf(documentReading('fr'), () => tableRows(lines, remarksOn))
}

type RemarksOn = (line: Das2Line) => readonly Das2Remark[]

function tableRows(lines: readonly Das2Line[], remarksOn: RemarksOn): CsvRow[] {
  const rows = lines.map((line): CsvRow => {
    const { beneficiary, state, euros, missing } = line
    const { name, siret, profession, address, paidCents } = beneficiary
    const names = name.kind === 'person' ? [name.lastName, name.firstName, ''] : ['', '', name.companyName]
    const where = [address.line1, address.line2, address.postcode, address.city, address.country]
    const sums = [euros, csvEuros(paidCents), missingNames(missing).join(', '), remarksOn(line).map(remarkText).join(' ; ')]
    return [das2StateLabels[state], ...names, siret ?? '', profession, ...where, ...sums]
  })
  return [headings, ...rows, [das2Notice]]
}

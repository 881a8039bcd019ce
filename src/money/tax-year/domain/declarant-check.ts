import { sirenError, siretError } from '#money/invoices/domain/company-numbers.ts'
import type { Das2Declarant } from './fixed-width-file.ts'
import { latinText } from './latin-text.ts'

/** What the declaring company still lacks, in French; the file is made only without any. */
export function declarantProblems({ name, siren, siret, ape, address, contact }: Das2Declarant): string[] {
  const isFrench = address.country === 'FR'
  const numbersFit = siret.startsWith(siren)
  const texts = [name, address.line1, address.line2, address.city, contact.name]
  const problems: (string | false)[] = [
    name.trim() === '' && 'Raison sociale',
    sirenError(siren) !== null && 'SIREN',
    (siretError(siret) !== null || !numbersFit) && 'SIRET de l’établissement',
    !/^\d{4}[A-Z]$/.test(ape) && 'Code APE',
    address.line1.trim() === '' && 'Adresse',
    (!isFrench || !/^\d{5}$/.test(address.postcode)) && 'Code postal en France',
    address.city.trim() === '' && 'Ville',
    contact.name.trim() === '' && 'Nom du contact',
    contact.phone.replace(/\D/g, '').length < 10 && 'Téléphone du contact',
    !contact.email.includes('@') && 'Adresse électronique du contact',
    texts.some((text) => latinText(text) === null) && 'Écriture en caractères latins',
  ]
  return problems.filter((each) => each !== false)
}

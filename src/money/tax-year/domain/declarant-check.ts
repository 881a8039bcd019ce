import { sirenError, siretError } from '#money/invoices/domain/company-numbers.ts'
import { m } from '../messages/messages.ts'
import type { Das2Declarant } from './fixed-width-file.ts'
import { latinText } from './latin-text.ts'

/** What the declaring company still lacks, in French; the file is made only without any. */
export function declarantProblems({ name, siren, siret, ape, address, contact }: Das2Declarant): string[] {
  const isFrench = address.country === 'FR'
  const numbersFit = siret.startsWith(siren)
  const texts = [name, address.line1, address.line2, address.city, contact.name]
  const problems: (string | false)[] = [
    name.trim() === '' && m.declarantName(),
    sirenError(siren) !== null && 'SIREN',
    (siretError(siret) !== null || !numbersFit) && m.declarantSiret(),
    !/^\d{4}[A-Z]$/.test(ape) && m.declarantApe(),
    address.line1.trim() === '' && m.declarantAddress(),
    (!isFrench || !/^\d{5}$/.test(address.postcode)) && m.declarantPostcode(),
    address.city.trim() === '' && m.declarantTown(),
    contact.name.trim() === '' && m.declarantContact(),
    contact.phone.replace(/\D/g, '').length < 10 && m.declarantPhone(),
    !contact.email.includes('@') && m.declarantEmail(),
    texts.some((text) => latinText(text) === null) && m.declarantScript(),
  ]
  return problems.filter((each) => each !== false)
}

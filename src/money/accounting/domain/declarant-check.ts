import { sirenError, siretError } from '#platform/domain/company-numbers.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { Das2Declarant } from './fixed-width-file.ts'
import { latinText } from './latin-text.ts'

/** What the declaring company may lack. */
const labels = texts({
  name: m.legalName,
  siren: m.kindSiren,
  siret: m.declarantSiret,
  ape: m.apeCode,
  address: m.address,
  postcode: m.declarantPostcode,
  town: m.town,
  contact: m.declarantContact,
  phone: m.declarantPhone,
  email: m.declarantEmail,
  script: m.declarantScript,
})
export type DeclarantProblem = keyof typeof labels

/** What the declaring company still lacks; the file is made only without any. */
export function declarantProblems({ name, siren, siret, ape, address, contact }: Das2Declarant): DeclarantProblem[] {
  const isFrench = address.country === 'FR'
  const numbersFit = siret.startsWith(siren)
  const toPrint = [name, address.line1, address.line2, address.city, contact.name]
  const problems: (DeclarantProblem | false)[] = [
    name.trim() === '' && 'name',
    sirenError(siren) !== null && 'siren',
    (siretError(siret) !== null || !numbersFit) && 'siret',
    !/^\d{4}[A-Z]$/.test(ape) && 'ape',
    address.line1.trim() === '' && 'address',
    (!isFrench || !/^\d{5}$/.test(address.postcode)) && 'postcode',
    address.city.trim() === '' && 'town',
    contact.name.trim() === '' && 'contact',
    contact.phone.replace(/\D/g, '').length < 10 && 'phone',
    !contact.email.includes('@') && 'email',
    toPrint.some((text) => latinText(text) === null) && 'script',
  ]
  return problems.filter((each) => each !== false)
}

/** Says what the declaring company lacks. Codes of a closing that an earlier release wrote as words stay words. */
export function declarantText(missing: readonly string[]): string {
  const words = missing.map((each) => (Object.hasOwn(labels, each) ? labels[each as DeclarantProblem] : each))
  return m.declarantIncomplete({ missing: words.join(', ') })
}

/** Why the fixed-width file cannot be made. */
export type FileObstacle =
  | { readonly code: 'beneficiaries_incomplete'; readonly count: number }
  | { readonly code: 'nothing_to_declare' }
  | { readonly code: 'declarant_incomplete'; readonly missing: readonly DeclarantProblem[] }

export function fileObstacleText(obstacle: FileObstacle): string {
  switch (obstacle.code) {
    case 'beneficiaries_incomplete':
      return m.beneficiariesIncomplete({ count: obstacle.count })
    case 'nothing_to_declare':
      return m.nothingToDeclare()
    case 'declarant_incomplete':
      return declarantText(obstacle.missing)
  }
}

import type { CustomFieldKind, FieldKind } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'

export const kindLabels: Readonly<Record<CustomFieldKind, string>> = {
  text: m.text(),
  long_text: m.kindLongText(),
  number: m.kindNumber(),
  amount: m.kindAmount(),
  date: m.date(),
  choice: m.kindChoice(),
  choices: m.kindChoices(),
  yes_no: m.kindYesNo(),
  email: m.email(),
  phone: m.kindPhone(),
  link: m.link(),
  siren: m.kindSiren(),
  siret: m.kindSiret(),
}

/** What is said of the kind; of the offer nothing, since there is only one. */
export const kindLabel = (kind: FieldKind): string => (kind === 'offer' ? '' : kindLabels[kind])

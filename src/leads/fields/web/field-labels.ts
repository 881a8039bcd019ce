import { isBuiltIn, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { textOf } from '#platform/domain/languages.ts'
import type { CustomFieldKind, FieldKind } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'

/** The label of a field: what staff call it, or the usual one of a built-in field. */
export const labelOf = ({ key, name }: { readonly key: string; readonly name: string }): string =>
  name || (isBuiltIn(key) ? textOf(leadFields[key].label) : key)

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

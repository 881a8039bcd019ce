import type { Fields } from '#leads/lead-settings/web/data.ts'
import type { LeadField } from '../domain/lead-fields.ts'
import { m } from '../messages/messages.ts'

/** Labels in forms, details and history. */
export const leadFieldLabels = {
  name: m.contactName(),
  company: m.company(),
  email: m.columnEmail(),
  phone: m.phone(),
  website: m.website(),
  estimatedAmountCents: m.estimatedAmount(),
  offerType: m.offerType(),
  notes: m.notes(),
} as const satisfies Readonly<Record<LeadField, string>>

/** What staff call the field, or its usual label. */
export const builtInLabel = (fields: Fields, field: LeadField): string =>
  fields.find(({ key }) => key === field)?.name || leadFieldLabels[field]

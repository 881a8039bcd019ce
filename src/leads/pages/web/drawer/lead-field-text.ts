import { type Offers, offerName } from '#leads/lead-settings/web/data.ts'
import { type LeadField, type LeadFieldKind, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { formatEuros } from '#platform/domain/money.ts'

const formats: Readonly<Record<LeadFieldKind, (value: string | number, offers: Offers) => string>> = {
  text: String,
  email: String,
  phone: String,
  url: String,
  money: (cents) => formatEuros(Number(cents)),
  offer: (key, offers) => offerName(offers, String(key)),
  note: String,
}

/** A field's value as people read it; empty if there is none. */
export function leadFieldText(field: LeadField, value: string | number, offers: Offers): string {
  return formats[leadFields[field].kind](value, offers)
}

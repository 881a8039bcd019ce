import { formatEuros } from '#platform/domain/money.ts'
import { type LeadField, type LeadFieldKind, leadFields } from '../../domain/lead-fields.ts'
import type { OfferType } from '../../domain/leads.ts'

export type Offers = Readonly<Record<OfferType, string>>

const formats: Readonly<Record<LeadFieldKind, (value: string | number, offers: Offers) => string>> = {
  text: String,
  email: String,
  phone: String,
  url: String,
  money: (cents) => formatEuros(Number(cents)),
  offer: (type, offers) => offers[type as OfferType],
  note: String,
}

/** A field's value as people read it; empty if there is none. */
export function leadFieldText(field: LeadField, value: string | number, offers: Offers): string {
  return formats[leadFields[field].kind](value, offers)
}

import type { Lead, TimelineEntry } from '#api/leads.ts'
import type { LeadHistoryField } from '#domain/lead-history.ts'
import type { LeadStatus, OfferType } from '#domain/leads.ts'
import { leadStatusLabels } from '#domain/leads.ts'
import { formatEuros, formatEurosExact } from '#domain/money.ts'
import { nameOf } from '#domain/partners.ts'

type Offers = Readonly<Record<Lead['offerType'], string>>

const fieldLabels: Readonly<Record<LeadHistoryField, string>> = {
  name: 'Nom du contact',
  company: 'Société',
  email: 'Email',
  phone: 'Téléphone',
  website: 'Site web',
  estimatedAmountCents: 'Montant estimé',
  offerType: "Type d'offre",
  notes: 'Notes',
  status: 'Étape',
}

function valueText(field: LeadHistoryField, value: string | number, offers: Offers): string {
  if (field === 'estimatedAmountCents') return formatEuros(Number(value))
  if (field === 'offerType') return offers[value as OfferType]
  if (field === 'status') return leadStatusLabels[value as LeadStatus]
  return String(value) || '—'
}

/** What changed, a line for each field: 'Téléphone : — → 06 12 34 56 78'. */
export function changeLines({ what, changes }: TimelineEntry, offers: Offers): string[] {
  if (what !== 'lead.changed') return []
  return changes.map(({ field, before, after }) => {
    const [old, fresh] = [before, after].map((value) => valueText(field, value, offers))
    return `${fieldLabels[field]} : ${old} → ${fresh}`
  })
}

/** One entry of a lead's history in a sentence. */
export function sentenceOf(entry: TimelineEntry, offers: Offers): string {
  const who = entry.who ? nameOf(entry.who) : 'Le portail'
  const amount = entry.amountCents === null ? '' : formatEurosExact(entry.amountCents)
  switch (entry.what) {
    case 'lead.created':
      return `${who} a enregistré le lead`
    case 'lead.changed':
      return `${who} a modifié le lead`
    case 'lead.moved': {
      const [from, to] = entry.changes.flatMap(({ field, before, after }) =>
        [before, after].map((v) => valueText(field, v, offers)),
      )
      return `${who} a déplacé le lead de «\u00a0${from}\u00a0» à «\u00a0${to}\u00a0»`
    }
    case 'lead.signed':
      return 'Le lead est signé'
    case 'lead.duplicate_cleared':
      return `${who} a indiqué que ce n’est pas un doublon`
    case 'commission.created':
      return `Commission de ${amount} créée`
    case 'commission.corrected':
      return `${who} a corrigé la commission : ${amount}`
    case 'commission.validated':
      return `${who} a validé la commission de ${amount}`
    case 'commission.paid':
      return `${who} a marqué la commission de ${amount} comme payée`
    case 'commission.removed':
      return `Commission en attente de ${amount} supprimée`
  }
}

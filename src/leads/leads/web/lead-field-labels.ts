import type { LeadField } from '../domain/lead-fields.ts'

/** Labels in forms, details and history. Leads are shown in French to everyone; only the administrators' form is in English. */
export const leadFieldLabels = {
  fr: {
    name: 'Nom du contact',
    company: 'Société',
    email: 'Email',
    phone: 'Téléphone',
    website: 'Site web',
    estimatedAmountCents: 'Montant estimé',
    offerType: "Type d'offre",
    notes: 'Notes',
  },
  en: {
    name: 'Contact name',
    company: 'Company',
    email: 'Email',
    phone: 'Phone',
    website: 'Website',
    estimatedAmountCents: 'Estimated amount',
    offerType: 'Offer type',
    notes: 'Notes',
  },
} as const satisfies Readonly<Record<'fr' | 'en', Readonly<Record<LeadField, string>>>>

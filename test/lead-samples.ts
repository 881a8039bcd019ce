import type { LeadInput } from '#leads/leads/api/leads.ts'
import { type LeadField, mapLeadFields } from '#leads/leads/domain/lead-fields.ts'
import { emptyLead } from '#leads/leads/domain/lead-input.ts'

/** Two valid values per field. */
const samples = {
  name: ['Paul Bernard', 'Paula Bernard'],
  company: ['Boulangerie Bernard', 'Pâtisserie Bernard'],
  email: ['paul@bernard.example', 'paula@bernard.example'],
  phone: ['06 11 22 33 44', '06 55 66 77 88'],
  website: ['https://bernard.example', 'https://paula.example'],
  estimatedAmountCents: [1_200_050, 80_000],
  offerType: ['star', 'custom'],
  notes: ['Première note', 'Deux\nlignes'],
} as const satisfies { [F in LeadField]: readonly [LeadInput[F], LeadInput[F]] }

/** A new lead with the required fields only. */
export const plainLead = {
  ...emptyLead,
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_200_000,
  offerType: 'star' as const,
} satisfies LeadInput

/** A lead with every field set; the second one differs in every field. */
export const sampleLead = mapLeadFields((field) => samples[field][0]) as LeadInput
export const otherSampleLead = mapLeadFields((field) => samples[field][1]) as LeadInput

import type { ReadableStage } from '#leads/lead-settings/api.ts'
import { kindOfStage, type StageColour } from '#leads/stages/domain/stages.ts'

/** The stages of the specification, in which every portal begins. */
export const leadStatuses = ['nouveau', 'premier_contact', 'call_effectue', 'signe', 'refuse'] as const

export const leadStatusLabels = {
  nouveau: 'Nouveau',
  premier_contact: 'En cours',
  call_effectue: 'Appel',
  signe: 'Signé',
  refuse: 'Perdu',
} as const satisfies Record<(typeof leadStatuses)[number], string>

const colours: readonly StageColour[] = ['blue', 'amber', 'violet', 'green', 'red']

/** The same as pages are told of them. */
export const defaultStages: readonly ReadableStage[] = leadStatuses.map((key, index) => ({
  key,
  kind: kindOfStage(key),
  name: leadStatusLabels[key],
  nameLanguage: null,
  colour: colours[index] ?? 'slate',
  countsAsCall: key === 'call_effectue',
  mayEnter: true,
  mayLeave: true,
  asks: null,
  staleAfterDays: null,
  isOnBoard: true,
}))

/** The same as files may name them, in French and in English. */
export const namedStages = leadStatuses.map((key, index) => ({
  key,
  names: [leadStatusLabels[key], ['New', 'In progress', 'Call', 'Signed', 'Lost'][index] ?? ''] as const,
}))

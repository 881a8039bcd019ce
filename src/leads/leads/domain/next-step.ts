import type { RegistrationState } from '#leads/registrations/domain/registrations.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import type { LeadStatus } from './leads.ts'

interface LeadNow {
  readonly status: LeadStatus
  readonly registration: { readonly state: RegistrationState }
  /** A signed lead has one, once it is known. */
  readonly commission?: { readonly status: CommissionStatus; readonly awaitsClient: boolean } | null | undefined
  readonly settled?: boolean | undefined
}

/** What moves a lead on, in a sentence, and the stage that it reaches by it. */
export interface NextStep {
  readonly text: string
  /** The stage that the lead is moved to once the step is done; null where nothing is moved. */
  readonly to: LeadStatus | null
}

const stay = (text: string): NextStep => ({ text, to: null })

/** Steps of an open lead, by its stage. */
const openSteps: Partial<Readonly<Record<LeadStatus, NextStep>>> = {
  nouveau: { text: 'Prenez contact : appelez, ou écrivez.', to: 'premier_contact' },
  premier_contact: { text: 'Convenez d’un appel, et tenez-le.', to: 'call_effectue' },
  call_effectue: { text: 'Faites signer l’offre.', to: 'signe' },
}

function signedStep({ commission }: LeadNow): NextStep {
  if (commission?.status === 'paye') return stay('Tout est payé : rien à faire.')
  if (commission?.status === 'valide') return stay('La commission est validée : son versement suit.')
  if (commission?.awaitsClient) return stay('Le paiement du client est attendu.')
  return stay('La validation par l’équipe est attendue.')
}

/** The next step of a lead, of its partner and of staff alike. What is refused or merged goes no further here. */
export function nextStep(lead: LeadNow): NextStep {
  const { status, registration } = lead
  if (registration.state === 'merged') return stay('Ce lead est regroupé avec un dossier déjà suivi : rien à faire.')
  if (registration.state === 'refused') return stay('L’inscription est refusée : un réexamen peut être demandé une fois.')
  if (status === 'signe') return signedStep(lead)
  return openSteps[status] ?? stay('Ce lead est perdu. Il peut être repris : déplacez-le.')
}

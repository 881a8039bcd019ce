import type { RegistrationState } from '#leads/registrations/domain/registrations.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import type { Message } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
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
const openSteps: Partial<Readonly<Record<LeadStatus, { readonly text: Message; readonly to: LeadStatus }>>> = {
  nouveau: { text: m.stepContact, to: 'premier_contact' },
  premier_contact: { text: m.stepCall, to: 'call_effectue' },
  call_effectue: { text: m.stepSign, to: 'signe' },
}

function signedStep({ commission }: LeadNow): NextStep {
  if (commission?.status === 'paye') return stay(m.stepPaid())
  if (commission?.status === 'valide') return stay(m.stepValidated())
  if (commission?.awaitsClient) return stay(m.stepClientPays())
  return stay(m.stepTeamValidates())
}

/** The next step of a lead, of its partner and of staff alike. What is refused or merged goes no further here. */
export function nextStep(lead: LeadNow): NextStep {
  const { status, registration } = lead
  if (registration.state === 'merged') return stay(m.stepMerged())
  if (registration.state === 'refused') return stay(m.stepRefused())
  if (status === 'signe') return signedStep(lead)
  const step = openSteps[status]
  return step ? { text: step.text(), to: step.to } : stay(m.stepLost())
}

import { isLost, wonStage } from '#leads/stages/domain/stages.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import type { Message } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { LeadStatus } from './leads.ts'
import type { RegistrationState } from './registration-states.ts'

interface LeadNow {
  readonly status: LeadStatus
  readonly registration: { readonly state: RegistrationState; readonly contested?: true | undefined }
  /** Undefined until it is known; null for a signed lead that brings one with its client's payments. */
  readonly commission?: { readonly status: CommissionStatus; readonly awaitsClient: boolean } | null | undefined
  readonly settled?: boolean | undefined
  /** Nobody calls or writes any more. */
  readonly erasedAt?: string | undefined
}

/** What moves a lead on, in a sentence, and the stage that it reaches by it. */
export interface NextStep {
  readonly text: string
  /** The stage that the lead is moved to once the step is done; null where nothing is moved. */
  readonly to: LeadStatus | null
}

const stay = (text: string): NextStep => ({ text, to: null })

/** What the specification's stages are left for; any other stage is left for the next one. */
const openSteps: Readonly<Record<string, Message>> = { nouveau: m.stepContact, premier_contact: m.stepCall }

function signedStep({ commission }: LeadNow): NextStep {
  if (commission?.status === 'paye') return stay(m.stepPaid())
  if (commission?.status === 'valide') return stay(m.stepValidated())
  if (commission === null || commission?.awaitsClient) return stay(m.stepClientPays())
  return stay(m.stepTeamValidates())
}

/**
 * The next step of a lead, of its partner and of staff alike. What is refused or merged goes no further here. `board`: its
 * stages in order.
 */
export function nextStep(lead: LeadNow, board: readonly BoardStage[]): NextStep {
  const { status, registration, erasedAt } = lead
  if (registration.state === 'merged') return stay(m.stepMerged())
  if (registration.state === 'refused') return stay(m.stepRefused())
  if (status === wonStage) return signedStep(lead)
  if (isLost(status)) return stay(m.stepLost())
  if (registration.contested) return stay(m.stepAwaitAnswer())
  const next = board[board.findIndex(({ key }) => key === status) + 1]
  if (!next) return stay('')
  if (next.key === wonStage) return { text: m.stepSign(), to: next.key }
  return { text: (erasedAt ? undefined : openSteps[status]?.()) ?? m.stepNext({ stage: next.name }), to: next.key }
}

/** A stage of the board as its reader calls it. */
export interface BoardStage {
  readonly key: string
  readonly name: string
}

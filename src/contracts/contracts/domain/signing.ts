import { texts, type WrittenLanguage } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { ContractStatus, SigningMethod } from './contracts.ts'

/** Stages of a contract, in order. A declined contract may be signed after all. */
export const contractStages = ['assigned', 'opened', 'code_sent', 'declined', 'signed', 'countersigned', 'validated'] as const
export type ContractStage = (typeof contractStages)[number]

export const contractStageLabels = texts<ContractStage>({
  assigned: m.assigned,
  opened: m.opened,
  code_sent: m.codeSent,
  declined: m.declined,
  signed: m.signed,
  countersigned: m.counterSigned,
  validated: m.validatedByHand,
})

interface ContractProgress extends Readonly<Record<ContractStep, Date | null>> {
  readonly status: ContractStatus
  readonly signingMethod: SigningMethod | null
}

/** A step that a contract may have reached. */
export type ContractStep = 'openedAt' | 'codeSentAt' | 'declinedAt' | 'countersignedAt'

interface StageRule {
  readonly stage: ContractStage
  readonly status: ContractStatus
  readonly signingMethod?: SigningMethod
  readonly reached?: ContractStep
}

/** Defines the stages: the first rule that fits a contract names its stage. The database's filter is made from the same list. */
export const stageRules: readonly StageRule[] = [
  { stage: 'validated', status: 'signe', signingMethod: 'validated' },
  { stage: 'countersigned', status: 'signe', reached: 'countersignedAt' },
  { stage: 'signed', status: 'signe' },
  { stage: 'declined', status: 'en_attente', reached: 'declinedAt' },
  { stage: 'code_sent', status: 'en_attente', reached: 'codeSentAt' },
  { stage: 'opened', status: 'en_attente', reached: 'openedAt' },
  { stage: 'assigned', status: 'en_attente' },
]

/** The current stage of a contract. */
export function contractStage(contract: ContractProgress): ContractStage {
  const fits = ({ status, signingMethod, reached }: StageRule) =>
    status === contract.status &&
    (!signingMethod || signingMethod === contract.signingMethod) &&
    (!reached || contract[reached] !== null)
  const rule = stageRules.find(fits)
  if (!rule) throw new Error(`no stage for the status ${contract.status}`)
  return rule.stage
}

export function mayHaveStage(status: ContractStatus, stage: ContractStage): boolean {
  return stageRules.some((rule) => rule.stage === stage && rule.status === status)
}

/** Who signed: the partner, or the provider who counter-signs. */
export const signatureRoles = ['partner', 'provider'] as const
export type SignatureRole = (typeof signatureRoles)[number]

/** PAdES baseline levels: B-T carries a time-stamp. */
export const signatureLevels = ['B-B', 'B-T'] as const
export type SignatureLevel = (typeof signatureLevels)[number]

/** How a signer was sent a document: as pages or as text to be read in the page, as a file, or by the address of a link. */
export const documentViewMethods = ['opened', 'downloaded', 'link', 'text'] as const
export type DocumentViewMethod = (typeof documentViewMethods)[number]

/** Limits of one-time codes, in seconds and attempts. */
export const signingCode = { minutes: 10, tries: 5, resendSeconds: 30, perHour: 6 } as const

/** What somebody consents to. A changed text gets a new version; the evidence stores both. */
export interface Consent {
  readonly version: string
  readonly text: string
}

/** Consent text of the signer, in the language of the document. */
export const consents: Readonly<Record<WrittenLanguage, Consent>> = {
  fr: {
    version: '2026-1',
    text:
      'J’ai lu ce document en entier, j’en accepte le contenu et je consens à le signer ' +
      'électroniquement. Je reconnais que le code reçu par e-mail, joint à mon nom, vaut signature ' +
      'électronique simple au sens du règlement eIDAS (art. 3(10) et 25(1)) et des articles 1366 et ' +
      '1367 du Code civil.',
  },
  en: {
    version: '2026-1-en',
    text:
      'I have read this document in full, I accept its content and I consent to sign it electronically. ' +
      'I acknowledge that the code received by e-mail, together with my name, stands as a simple ' +
      'electronic signature within the meaning of the eIDAS Regulation (art. 3(10) and 25(1)) and of ' +
      'articles 1366 and 1367 of the French Code civil.',
  },
}

/** Consent text of the counter-signer, in the language of the document. */
export const countersignConsents: Readonly<Record<WrittenLanguage, Consent>> = {
  fr: {
    version: '2026-1-fr',
    text:
      'J’ai vérifié les contrats nommés ci-dessus, je les accepte pour l’organisation et je consens à ' +
      'les signer électroniquement. Je reconnais que le code reçu par e-mail, joint à mon nom, vaut ' +
      'signature électronique simple au sens du règlement eIDAS (art. 3(10) et 25(1)) et des articles ' +
      '1366 et 1367 du Code civil.',
  },
  en: {
    version: '2026-1',
    text:
      'I have checked the contracts named above, I agree to them for the organisation and I consent ' +
      'to sign them electronically. I acknowledge that the code received by e-mail, together with my ' +
      'name, stands as a simple electronic signature within the meaning of the eIDAS Regulation (art. ' +
      '3(10) and 25(1)) and of articles 1366 and 1367 of the French Code civil.',
  },
}

/** Maximum number of contracts per counter-signing code, and the time limit once the code was entered. */
export const countersignLimit = 200
export const countersignMinutes = 60
/** Staff who counter-sign contracts one by one request a code for each. */
export const countersignPerHour = 30

/** Masks an address as 'm…e@exemple.fr', enough to recognise the mailbox. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = '', last = ''] = [address[0], at > 1 ? address[at - 1] : '']
  return `${first}…${last}${address.slice(at)}`
}

/** Steps of a contract: events that keep the client of their request, as evidence. */
export const stepNames = [
  'contract.assigned',
  'contract.opened',
  'contract.document_opened',
  'contract.document_downloaded',
  'contract.link_opened',
  'contract.code_sent',
  'contract.code_refused',
  'contract.declined',
  'contract.signed',
  'contract.countersign_code_sent',
  'contract.countersign_code_refused',
  'contract.countersigned',
  'contract.validated',
  'contract.revoked',
] as const

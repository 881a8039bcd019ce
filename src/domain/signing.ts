import type { ContractStatus } from './contracts.ts'

/** How far a contract has come, in order; `declined` ends where a fresh attempt may begin. */
export const contractStages = ['assigned', 'opened', 'code_sent', 'declined', 'signed', 'countersigned', 'validated'] as const
export type ContractStage = (typeof contractStages)[number]

export const contractStageLabels: Readonly<Record<ContractStage, string>> = {
  assigned: 'Assigned',
  opened: 'Opened',
  code_sent: 'Code sent',
  declined: 'Declined',
  signed: 'Signed',
  countersigned: 'Counter-signed',
  validated: 'Validated by hand',
}

interface Standing {
  readonly status: ContractStatus
  readonly signedBy: 'manual' | 'electronic' | null
  readonly openedAt: Date | null
  readonly codeSentAt: Date | null
  readonly declinedAt: Date | null
  readonly countersignedAt: Date | null
}

/** Where a contract stands. */
export function contractStage(contract: Standing): ContractStage {
  if (contract.status === 'signe') {
    if (contract.signedBy === 'manual') return 'validated'
    return contract.countersignedAt ? 'countersigned' : 'signed'
  }
  if (contract.declinedAt) return 'declined'
  if (contract.codeSentAt) return 'code_sent'
  return contract.openedAt ? 'opened' : 'assigned'
}

/** What signing does with a document: A seals the PDF itself, B a certificate that carries the document, link a certificate alone. */
export const signRoutes = ['A', 'B', 'link'] as const
export type SignRoute = (typeof signRoutes)[number]

/** What is special about a document, and has to be known before it is signed. */
export const signRemarks = ['word', 'already_signed', 'xfa', 'owner_restricted', 'form_fields', 'repaired'] as const
export type SignRemark = (typeof signRemarks)[number]

/** Seconds and counts of the one-time code. */
export const signingCode = { minutes: 10, tries: 5, resendSeconds: 30, perHour: 6 } as const

/** What the signer agrees to. A changed text is a new version: the evidence holds both. */
export const consent = {
  version: '2026-1',
  text: 'J’ai lu ce document en entier, j’en accepte le contenu et je consens à le signer électroniquement. Je reconnais que le code reçu par e-mail, joint à mon nom, vaut signature électronique simple au sens du règlement eIDAS (art. 3(10) et 25(1)) et des articles 1366 et 1367 du Code civil.',
} as const

/** What whoever counter-signs agrees to, in the language of the staff's pages. */
export const countersignConsent = {
  version: '2026-1',
  text: 'I have checked the contracts named above, I agree to them for the organisation and I consent to sign them electronically. I acknowledge that the code received by e-mail, together with my name, stands as a simple electronic signature within the meaning of the eIDAS Regulation (art. 3(10) and 25(1)) and of articles 1366 and 1367 of the French Code civil.',
} as const

/** Contracts that one code counter-signs at most, and how long they may take once it was given. */
export const countersignLimit = 200
export const countersignMinutes = 60
/** Whoever counter-signs contracts as they come asks for a code each time. */
export const countersignPerHour = 30

/** Letters and digits that cannot be mistaken for each other (Crockford's base 32). */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 'ABCD-EFGH-JKMN-PQRS' */
export function formatReference(reference: string): string {
  return reference.match(/.{1,4}/g)?.join('-') ?? ''
}

/** A reference as a person types it, or null: dashes, blanks and small letters do not count, O is 0, I and L are 1. */
export function readReference(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain : null
}

/** 'm…e@exemple.fr': enough to know which mailbox to look into. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = '', last = ''] = [address[0], at > 1 ? address[at - 1] : '']
  return `${first}…${last}${address.slice(at)}`
}

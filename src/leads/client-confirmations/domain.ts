import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { RegistrationState } from '#leads/registrations/domain/registrations.ts'

/** What a client answers when asked whether a partner has introduced them; `other`: yes, with somebody else. */
export const clientAnswers = ['yes', 'other', 'no', 'never'] as const
export type ClientAnswer = (typeof clientAnswers)[number]

/** What a client said of a lead: `left`, their details by a partner's link; `asked`, and no answer yet; else their answer. */
export const clientWords = ['left', 'asked', ...clientAnswers] as const
export type ClientWord = (typeof clientWords)[number]

/** A client gets at most this many mails about one lead. */
export const maxClientMails = 2
/** Days that must pass before the second mail. */
export const daysBetweenClientMails = 7
/** How long the button of the newest mail works. */
export const clientLinkDays = 30

const day = 86_400_000

/** What the database knows of a client's statement about a lead. */
export interface ClientRecord {
  /** When they left their details by the partner's link; null: they were only asked. */
  readonly leftAt: Date | null
  readonly mails: number
  readonly mailedAt: Date | null
  readonly answer: ClientAnswer | null
}

/** Whether the client has answered; otherwise they left their details or were asked. */
export function isClientAnswer(word: ClientWord): word is ClientAnswer {
  return (clientAnswers as readonly ClientWord[]).includes(word)
}

/** Answers that deny what the partner says. No other mail is sent after one, and nothing covers it. */
export const clientDenials = ['other', 'no'] as const satisfies readonly ClientAnswer[]
export type ClientDenial = (typeof clientDenials)[number]

export function isDenial(answer: ClientAnswer): answer is ClientDenial {
  return answer === 'other' || answer === 'no'
}

/**
 * What an answer is about: the lead as it is; the lead as it was, with another address, company or partner; or another lead of
 * the same address and partner, which may be deleted.
 */
export const clientAnswerSubjects = ['lead', 'lead_before', 'other_lead'] as const
export type ClientAnswerSubject = (typeof clientAnswerSubjects)[number]

interface AskedLead {
  readonly status: LeadStatus
  readonly registration: RegistrationState
  /** Whether its client has ever denied it, even when the lead had another address or company. */
  readonly isDenied: boolean
}

const closedRegistrations: Partial<Readonly<Record<RegistrationState, string>>> = {
  refused: 'L’inscription de ce lead est refusée : son client n’est pas sollicité.',
  appealed: 'L’inscription de ce lead est à réexaminer : son client n’est pas sollicité d’ici là.',
  merged: 'Ce lead est regroupé avec un dossier déjà suivi : son client n’est pas sollicité.',
}

/** Why the state of a lead forbids mail to its client; null if it does not. */
export function closedObstacle(status: LeadStatus, registration: RegistrationState): string | null {
  if (status === 'refuse') return 'Ce lead est perdu : son client n’est plus sollicité.'
  return closedRegistrations[registration] ?? null
}

/** Why the client of a lead cannot be asked now, in French; null if the client can. */
export function askingObstacle(record: ClientRecord | null, lead: AskedLead, now: Date): string | null {
  const closed = closedObstacle(lead.status, lead.registration)
  if (closed) return closed
  if (record?.answer) return 'Le client a déjà répondu.'
  if (lead.isDenied) return 'Le client a déjà répondu : il n’est plus sollicité.'
  if (!record) return null
  if (record.mails >= maxClientMails) return 'Le client a reçu deux messages : il n’y en aura pas d’autre.'
  const again = (record.mailedAt?.getTime() ?? 0) + daysBetweenClientMails * day
  return again > now.getTime() ? `Le client a été sollicité il y a moins de ${daysBetweenClientMails} jours.` : null
}

/** For partners and staff, in the drawer of a lead. */
export const clientWordLabels: Readonly<Record<ClientWord, string>> = {
  left: 'Laissé par le client, adresse à confirmer',
  asked: 'Confirmation demandée au client',
  yes: 'Confirmé par le client',
  other: 'Le client cite un autre contact',
  no: 'Non confirmé par le client',
  never: 'Le client ne veut pas être sollicité',
}

/** Staff who compare the leads of a company read these labels. */
export const clientWordEvidence: Readonly<Record<ClientWord, string>> = {
  left: 'The client left their details, address not confirmed',
  asked: 'The client was asked, no answer yet',
  yes: 'Confirmed by the client',
  other: 'The client names somebody else',
  no: 'Denied by the client',
  never: 'The client does not want to be asked',
}

/** Staff read these in a row of a list. */
export const clientWordNotes: Readonly<Record<ClientWord, string>> = {
  left: 'Left by the client',
  asked: 'Client asked',
  yes: 'Confirmed by the client',
  other: 'Client names another',
  no: 'Denied by the client',
  never: 'Client wants no mail',
}

/** Labels an answer that is not about the lead as it is now. */
export const clientAnswerSubjectLabels: Readonly<Record<Exclude<ClientAnswerSubject, 'lead'>, { fr: string; en: string }>> = {
  lead_before: {
    fr: 'avant que le lead ne change d’adresse, de société ou d’apporteur',
    en: 'before the lead got another address, company or partner',
  },
  other_lead: { fr: 'au sujet d’un autre lead de cette adresse', en: 'about another lead of this address' },
}

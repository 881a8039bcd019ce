import { type ClientAnswer, type ClientWord, clientAnswers, type LeadStatus } from '#leads/leads/domain/leads.ts'
import type { RegistrationState } from '#leads/leads/domain/registration-states.ts'
import { isLost } from '#leads/stages/domain/stages.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

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
  /** Empty: nothing can be sent. */
  readonly email: string
  readonly status: LeadStatus
  readonly registration: RegistrationState
  /** Whether its client has ever denied it, even when the lead had another address or company. */
  readonly isDenied: boolean
}

const closedRegistrations: Partial<Readonly<Record<RegistrationState, string>>> = texts({
  refused: m.registrationRefused,
  appealed: m.registrationAppealed,
  merged: m.leadMerged,
})

/** Why the state of a lead forbids mail to its client; null if it does not. */
export function closedObstacle(status: LeadStatus, registration: RegistrationState): string | null {
  if (isLost(status)) return m.leadLost()
  return closedRegistrations[registration] ?? null
}

/** Why the client of a lead cannot be asked now; null if the client can. */
export function askingObstacle(record: ClientRecord | null, lead: AskedLead, now: Date): string | null {
  const closed = closedObstacle(lead.status, lead.registration)
  if (closed) return closed
  if (lead.email === '') return m.noEmail()
  if (record?.answer) return m.answeredAlready()
  if (lead.isDenied) return m.notAskedAgain()
  if (!record) return null
  if (record.mails >= maxClientMails) return m.twoMessages()
  const again = (record.mailedAt?.getTime() ?? 0) + daysBetweenClientMails * day
  return again > now.getTime() ? m.askedRecently({ days: daysBetweenClientMails }) : null
}

/** For partners and staff, in the drawer of a lead. */
export const clientWordLabels: Readonly<Record<ClientWord, string>> = texts({
  left: m.wordLeft,
  asked: m.wordAsked,
  yes: m.wordYes,
  other: m.wordOther,
  no: m.wordNo,
  never: m.wordNever,
})

/** Staff who compare the leads of a company read these labels. */
export const clientWordEvidence: Readonly<Record<ClientWord, string>> = texts({
  left: m.evidenceLeft,
  asked: m.evidenceAsked,
  yes: m.wordYes,
  other: m.evidenceOther,
  no: m.evidenceNo,
  never: m.evidenceNever,
})

/** Staff read these in a row of a list. */
export const clientWordNotes: Readonly<Record<ClientWord, string>> = texts({
  left: m.noteLeft,
  asked: m.noteAsked,
  yes: m.wordYes,
  other: m.noteOther,
  no: m.evidenceNo,
  never: m.noteNever,
})

/** Labels an answer that is not about the lead as it is now. */
export const clientAnswerSubjectLabels: Readonly<Record<Exclude<ClientAnswerSubject, 'lead'>, string>> = texts({
  lead_before: m.aboutLeadBefore,
  other_lead: m.aboutOtherLead,
})

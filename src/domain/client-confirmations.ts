import type { LeadStatus } from './leads.ts'

/** What a client answers when asked whether a partner has introduced them; `other`: yes, with somebody else. */
export const clientAnswers = ['yes', 'other', 'no', 'never'] as const
export type ClientAnswer = (typeof clientAnswers)[number]

/** What a client said of a lead: `left`, their details by a partner's link; `asked`, and no answer yet; else their answer. */
export const clientWords = ['left', 'asked', ...clientAnswers] as const
export type ClientWord = (typeof clientWords)[number]

/** Mails about one lead, the first included. */
export const maxClientMails = 2
/** Before the second mail. */
export const daysBetweenClientMails = 7
/** How long the button of the newest mail works. */
export const clientLinkDays = 30

const day = 86_400_000

/** A client's word about a lead as the database has it. */
export interface ClientRecord {
  /** When they left their details by the partner's link; null: they were only asked. */
  readonly leftAt: Date | null
  readonly mails: number
  readonly mailedAt: Date | null
  readonly answer: ClientAnswer | null
}

export function clientWord({ leftAt, answer }: Pick<ClientRecord, 'leftAt' | 'answer'>): ClientWord {
  return answer ?? (leftAt ? 'left' : 'asked')
}

/** Why the client of a lead is not asked now, in French; null where they may be. */
export function askingObstacle(record: ClientRecord | null, status: LeadStatus, now: Date): string | null {
  if (status === 'refuse') return 'Ce lead est perdu : son client n’est plus sollicité.'
  if (!record) return null
  if (record.answer) return 'Le client a déjà répondu.'
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

/** For staff who compare the leads of a company. */
export const clientWordEvidence: Readonly<Record<ClientWord, string>> = {
  left: 'The client left their details, address not confirmed',
  asked: 'The client was asked, no answer yet',
  yes: 'Confirmed by the client',
  other: 'The client names somebody else',
  no: 'Denied by the client',
  never: 'The client does not want to be asked',
}

import type { Actor } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { ClientAnswer, LeadStatus } from '#leads/leads/domain/leads.ts'
import type { RegistrationState } from '#leads/leads/domain/registration-states.ts'
import type { WholeLead } from '#leads/leads/server/queries.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { ClientConfirmation, ClientQuestion } from '../api.ts'
import { askingObstacle, type ClientRecord, clientDenials, isClientAnswer } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { readAnswers } from './answer-queries.ts'
import { denialOf } from './client-address-commands.ts'
import { shownMail } from './shown-mail-queries.ts'

type Secret = Pick<Config, 'secret'>

/** What the client of a lead has said of it as it is now, as far as the caller may read it; undefined without. */
export function currentConfirmation(tx: Tx, leadId: string) {
  return tx
    .selectFrom('client_confirmations')
    .select(['id', 'email', 'mails', 'mailed_at', 'expires_at', 'left_at', 'consent_text', 'answer', 'answered_at'])
    .select(['message', 'name_left', 'phone_left', 'offer_chosen'])
    .where('lead_id', '=', leadId)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
}

type CurrentConfirmation = NonNullable<Awaited<ReturnType<typeof currentConfirmation>>>

/** What the client wrote, after what they typed otherwise than the lead has it. */
function messageOf({ message, name_left: name, phone_left: phone }: CurrentConfirmation): string {
  return [name && m.nameLeft({ name }), phone && m.phoneLeft({ phone }), message].filter(Boolean).join('\n')
}

export const recordOf = (row: CurrentConfirmation): ClientRecord => ({
  leftAt: row.left_at,
  mails: row.mails,
  mailedAt: row.mailed_at,
  answer: row.answer,
})

/** The facts about a lead that decide whether its client may be asked. */
interface AskedAbout {
  readonly id: string
  readonly partner_id: string
  readonly email: string
  readonly status: LeadStatus
  readonly registration: RegistrationState
}

/** What the client of a lead has said, and why they are not asked now: in French, null where they may be. */
export async function askingState(tx: Tx, secret: Secret, lead: AskedAbout, now: Date) {
  const [current, isDenied] = await Promise.all([currentConfirmation(tx, lead.id), isDeniedFor(tx, secret, lead)])
  return { current, obstacle: askingObstacle(current ? recordOf(current) : null, { ...lead, isDenied }, now) }
}

/** Whether the client has denied the lead's partner: of this lead, whatever it said then, or from this mailbox of another one. */
export async function isDeniedFor(
  tx: Tx,
  secret: Secret,
  { id, partner_id: partnerId, email }: Pick<AskedAbout, 'id' | 'partner_id' | 'email'>,
): Promise<boolean> {
  const [ofLead, ofMailbox] = await Promise.all([
    tx
      .selectFrom('client_confirmations')
      .select('id')
      .where('lead_id', '=', id)
      .where('partner_id', '=', partnerId)
      .where('answer', 'in', clientDenials)
      .executeTakeFirst(),
    denialOf(tx, secret, { partnerId, email }),
  ])
  return ofLead !== undefined || ofMailbox !== undefined
}

/** What somebody reads in the drawer of a lead. */
export async function readConfirmation(
  { tx, actor, now }: { readonly tx: Tx; readonly actor: Actor; readonly now: Date },
  config: Pick<Config, 'secret' | 'publicUrl'>,
  lead: WholeLead,
): Promise<ClientConfirmation> {
  const state = { ...lead, registration: lead.registration_state }
  const [{ current, obstacle }, answers] = await Promise.all([
    askingState(tx, config, state, now),
    readAnswers(tx, config, actor, lead),
  ])
  const isAllowed = actor.kind === 'partner' || (actor.kind === 'admin' && actor.rights.includes('leads'))
  const mayAsk = isAllowed && lead.restricted_at === null
  const can = { ask: obstacle === null && mayAsk }
  const mail = can.ask ? await shownMail(tx, config, lead, Boolean(current?.left_at)) : null
  const word = lead.client_word
  if (!current || !word) return { said: null, answers, mail, obstacle, can }
  const { left_at: leftAt } = current
  return {
    said: {
      // The card shows the same: a later answer does not hide an earlier denial.
      word,
      email: current.email,
      mails: current.mails,
      mailedAt: current.mailed_at?.toISOString() ?? null,
      expiresAt: current.expires_at?.toISOString() ?? null,
      answeredAt: (isClientAnswer(word) && lead.client_word_at?.toISOString()) || null,
      consent: leftAt && { text: current.consent_text, at: leftAt.toISOString() },
      message: messageOf(current),
      isOfferChosen: current.offer_chosen,
    },
    answers,
    mail,
    obstacle,
    can,
  }
}

interface Question {
  readonly id: string
  readonly lead_id: string
  readonly partner_id: string
  readonly partner_name: string
  readonly company: string
  readonly left_at: Date | null
  readonly answer: ClientAnswer | null
  readonly answered_at: Date | null
}

/** The question of a mail, for the system, locked to be answered; undefined once it is about something else or has expired. */
export function openQuestion(tx: Tx, id: string, now: Date, use: 'read' | 'answer'): Promise<Question | undefined> {
  const query = tx
    .selectFrom('client_confirmations as c')
    .innerJoin('leads as l', 'l.id', 'c.lead_id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.partner_id')
    .select(['c.id', 'c.lead_id', 'c.partner_id', 'p.full_name as partner_name', 'l.company'])
    .select(['c.left_at', 'c.answer', 'c.answered_at'])
    .where('c.id', '=', id)
    .where('c.voided_at', 'is', null)
    .where('c.expires_at', '>', now)
  return (use === 'answer' ? query.forUpdate(['l', 'c']) : query).executeTakeFirst()
}

export function presentQuestion(row: Question): ClientQuestion {
  return {
    about: row.left_at ? 'left' : 'asked',
    partner: row.partner_name,
    company: row.company,
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
  }
}

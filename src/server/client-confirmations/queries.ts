import type { ClientConfirmation, ClientQuestion } from '#api/client-confirmations.ts'
import type { Actor } from '#domain/actor.ts'
import type { ClientAnswer, ClientRecord } from '#domain/client-confirmations.ts'
import { askingObstacle, clientWord } from '#domain/client-confirmations.ts'
import type { LeadStatus } from '#domain/leads.ts'
import type { Tx } from '../db/database.ts'

/** What the client of a lead has said of it as it is now, as far as the caller may read it; undefined without. */
export function currentConfirmation(tx: Tx, leadId: string) {
  return tx
    .selectFrom('client_confirmations')
    .select(['id', 'email', 'mails', 'mailed_at', 'expires_at', 'left_at', 'consent_text', 'message', 'answer', 'answered_at'])
    .where('lead_id', '=', leadId)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
}

type CurrentConfirmation = NonNullable<Awaited<ReturnType<typeof currentConfirmation>>>

export const recordOf = (row: CurrentConfirmation): ClientRecord => ({
  leftAt: row.left_at,
  mails: row.mails,
  mailedAt: row.mailed_at,
  answer: row.answer,
})

/** For staff: with whom the client says to be in contact. */
async function answerName(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('client_confirmations').select('answer_name').where('id', '=', id).executeTakeFirst()
  return row?.answer_name ?? ''
}

export async function confirmationOf(
  { tx, actor, now }: { readonly tx: Tx; readonly actor: Actor; readonly now: Date },
  lead: { readonly id: string; readonly status: LeadStatus },
): Promise<ClientConfirmation> {
  const row = await currentConfirmation(tx, lead.id)
  const obstacle = askingObstacle(row ? recordOf(row) : null, lead.status, now)
  const mayAsk = actor.kind === 'partner' || (actor.kind === 'admin' && actor.rights.includes('leads'))
  const can = { ask: obstacle === null && mayAsk }
  if (!row) return { said: null, obstacle, can }
  const { answer, left_at: leftAt } = row
  return {
    said: {
      word: clientWord({ answer, leftAt }),
      email: row.email,
      mails: row.mails,
      mailedAt: row.mailed_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      answeredAt: row.answered_at?.toISOString() ?? null,
      answerName: actor.kind === 'admin' ? await answerName(tx, row.id) : '',
      consent: leftAt && { text: row.consent_text, at: leftAt.toISOString() },
      message: row.message,
    },
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
    .innerJoin('profiles as p', 'p.user_id', 'c.partner_id')
    .select(['c.id', 'c.lead_id', 'c.partner_id', 'p.full_name as partner_name', 'l.company'])
    .select(['c.left_at', 'c.answer', 'c.answered_at'])
    .where('c.id', '=', id)
    .where('c.voided_at', 'is', null)
    .where('c.expires_at', '>', now)
  return (use === 'answer' ? query.forUpdate('c') : query).executeTakeFirst()
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

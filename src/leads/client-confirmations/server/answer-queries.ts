import type { Actor } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { WholeLead } from '#leads/leads/server/queries.ts'
import { mailboxOf } from '#platform/domain/mail-domains.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { GivenAnswer } from '../api.ts'
import type { ClientAnswerSubject } from '../domain.ts'
import { denialOf } from './client-address-commands.ts'

/**
 * Every answer of clients about a lead, the newest first: also those about it as it was, which a change of the lead does not take
 * away, and what its mailbox denied the same partner of another lead. A partner reads those about themselves, without whom the
 * client names.
 */
export async function readAnswers(tx: Tx, secret: Pick<Config, 'secret'>, actor: Actor, lead: WholeLead): Promise<GivenAnswer[]> {
  const [rows, names, denial] = await Promise.all([
    answersAbout(tx, lead.id),
    actor.kind === 'admin' ? namesAbout(tx, lead.id) : null,
    denialOf(tx, secret, { partnerId: lead.partner_id, email: lead.email }),
  ])
  const entry = rows.map(({ id, answer, answered_at, email, company, full_name, voided_at }): GivenAnswer => {
    // A lead that came by a form after a denial carries the denial from its first day.
    const isOlder = answered_at < lead.created_at
    const about: ClientAnswerSubject = voided_at === null ? 'lead' : 'lead_before'
    return {
      answer,
      at: answered_at.toISOString(),
      email,
      company,
      partner: full_name,
      name: names?.get(id) ?? '',
      about: isOlder ? 'other_lead' : about,
    }
  })
  const isKnown = rows.some((row) => row.answer === denial?.answer && mailboxOf(row.email) === mailboxOf(lead.email))
  if (!denial || isKnown) return entry
  const elsewhere = { answer: denial.answer, at: denial.denied_at.toISOString(), email: lead.email, company: '' }
  return [...entry, { ...elsewhere, partner: lead.partner_name, name: '', about: 'other_lead' as const }]
}

function answersAbout(tx: Tx, leadId: string) {
  return tx
    .selectFrom('client_confirmations as c')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.partner_id')
    .select(['c.id', 'c.answer', 'c.answered_at', 'c.email', 'c.company', 'c.voided_at', 'p.full_name'])
    .where('c.lead_id', '=', leadId)
    .where('c.answer', 'is not', null)
    .where('c.answered_at', 'is not', null)
    .$narrowType<{ answer: GivenAnswer['answer']; answered_at: Date }>()
    .orderBy('c.answered_at', 'desc')
    .execute()
}

async function namesAbout(tx: Tx, leadId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('client_confirmations').select(['id', 'answer_name']).where('lead_id', '=', leadId).execute()
  return new Map(rows.map(({ id, answer_name }) => [id, answer_name]))
}

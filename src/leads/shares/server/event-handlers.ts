import { pagePaths } from '#access/domain/page-paths.ts'
import type { NewsTiming } from '#communication/notifications/domain/news-mail.ts'
import { notOff, toldOfLead } from '#communication/notifications/server/told-queries.ts'
import { clientInSentence, clientName } from '#leads/domain/client-names.ts'
import { percentText } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { m } from '../messages/messages.ts'
import { readParts, readShares } from './queries.ts'

interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The lead that its button opens; null once the reader does not see it. */
  readonly leadId: string | null
}

/**
 * A letter to those of a partner who want mail about what becomes of leads. What the daily mail does not tell is sent at once to
 * those who have chosen it, too.
 */
async function toPartner(
  { name, subjectId }: EventRecord,
  { tx, config }: EventHandlerContext,
  partnerId: string,
  letter: Letter,
  timings: readonly NewsTiming[] = notOff,
): Promise<MailContent[]> {
  const told = await toldOfLead(tx, { name, partnerId, leadId: subjectId }, { kind: 'lead_registration', timings })
  const leads = `${config.publicUrl}${pagePaths.leads}`
  const { subject, paragraphs, leadId } = letter
  return told.map((to) => ({
    kind: 'lead_registration',
    to,
    subject,
    paragraphs: [m.helloName({ name: to.name }), ...paragraphs],
    button: leadId ? { label: m.seeLead(), url: `${leads}?lead=${leadId}` } : { label: m.seeMyLeads(), url: leads },
  }))
}

const findLead = (tx: Tx, id: string) =>
  tx
    .selectFrom('leads')
    .select(['name', 'company', 'partner_id'])
    .where('id', '=', id)
    .where('restricted_at', 'is', null)
    .executeTakeFirst()

/** Mail to the partners of a shared lead. */
export const leadShareEventHandlers: EventHandlers = {
  'lead.shared': async (event, context) => {
    const { subjectId, partnerId, after } = event
    const lead = subjectId && (await findLead(context.tx, subjectId))
    if (!lead || !partnerId) return []
    const parts = await readParts(context.tx, subjectId)
    const own = parts.find(({ id }) => id === partnerId)
    const nameOf = (id: string) => parts.find((part) => part.id === id)?.name ?? ''
    if (!own) return []
    const about = { client: clientInSentence(lead), company: clientName(lead), percent: percentText(own.percent) }
    const isOwner = partnerId === lead.partner_id
    const text = isOwner
      ? m.sharedToOwnerText({ client: about.client, percent: about.percent, other: nameOf(after.partnerId) })
      : m.sharedText({ client: about.client, percent: about.percent, owner: nameOf(lead.partner_id) })
    const subject = isOwner ? m.sharedToOwnerSubject({ company: about.company }) : m.sharedSubject({ company: about.company })
    return toPartner(event, context, partnerId, { leadId: subjectId, subject, paragraphs: [text] }, ['at_once'])
  },
  'lead.share_ended': async (event, context) => {
    const { subjectId, partnerId, before } = event
    if (!partnerId) return []
    const [client, company] = [clientInSentence(before), clientName(before)]
    if (partnerId === before.partnerId) {
      const text = m.endedText({ client })
      return toPartner(event, context, partnerId, { leadId: null, subject: m.endedSubject({ company }), paragraphs: [text] })
    }
    // The lead's own partner learns that it was deleted by its deletion.
    if (!subjectId || !(await findLead(context.tx, subjectId))) return []
    const text = m.endedToOwnerText({ client })
    return toPartner(event, context, partnerId, {
      leadId: subjectId,
      subject: m.endedToOwnerSubject({ company }),
      paragraphs: [text],
    })
  },
  // The lead's own partner reads of the move that signed it.
  'lead.signed': async (event, context) => {
    const { subjectId } = event
    const lead = subjectId && (await findLead(context.tx, subjectId))
    if (!lead) return []
    const letter = {
      leadId: subjectId,
      subject: m.signedSubject({ company: clientName(lead) }),
      paragraphs: [m.signedText({ client: clientInSentence(lead) })],
    }
    const shares = await readShares(context.tx, subjectId)
    return (await Promise.all(shares.map(({ partner_id }) => toPartner(event, context, partner_id, letter)))).flat()
  },
}

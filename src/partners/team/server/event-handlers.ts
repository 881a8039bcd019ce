import { pagePaths } from '#access/domain/page-paths.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { ownsAddress, partnerName } from '#accounts/people/server/queries.ts'
import { newsTiming } from '#communication/notifications/domain/news-mail.ts'
import { newsChoices, readReceiver } from '#communication/notifications/server/queries.ts'
import { clientInSentence, clientName } from '#leads/domain/client-names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { explanationOf } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** Leads that one mail lists. */
const maxLeads = 20

/** Mail to whoever has become something at a partner, or got leads of a colleague; and to the holder of an invited address. */
export const teamEventHandlers: EventHandlers = {
  'lead.passed': passedLeadsMail,
  'team.role_changed': async (event, context) => {
    const { role, seesAmounts } = event.after
    return toPerson(event, context, ({ by, company }) => ({
      subject: m.roleChangedSubject({ company }),
      paragraphs: [
        m.roleChangedText({ by, company }),
        m.yourRoleIs({ role: partnerRoleLabels[role], explanation: explanationOf(role, seesAmounts) }),
      ],
    }))
  },
  'team.main_person_changed': async (event, context) =>
    toPerson(event, context, ({ by, company }) => ({
      subject: m.mainPersonSubject({ company }),
      paragraphs: [m.mainPersonText({ by, company })],
    })),
  // Nobody else learns that they have an account.
  'invitation.held': async ({ subjectId, partnerId, actorId }, { tx, config, settings }) => {
    if (!subjectId || !partnerId) return []
    const holder = await holderOfAddress(tx, subjectId)
    if (!holder) return []
    const { joined_at, ...to } = holder
    const [company, by] = await Promise.all([
      partnerName(tx, partnerId),
      tx.selectFrom('profiles').select('full_name').where('user_id', '=', actorId).executeTakeFirst(),
    ])
    const { providerName, contactEmail } = settings
    const names = { inviter: by?.full_name ?? providerName, company, providerName, contact: contactEmail || providerName }
    return [
      {
        kind: 'invitation_held',
        to,
        subject: m.heldSubject(names),
        paragraphs: [
          m.helloName({ name: to.name }),
          m.heldText(names),
          m.heldElsewhere({ joined: joined_at ? 'yes' : 'no' }),
          m.heldNext(names),
        ],
        ...(joined_at && { button: { label: m.signInByLink(), url: `${config.publicUrl}${visitorPaths.signIn}` } }),
      },
    ]
  },
}

/** Who has the address of somebody who was invited; nobody any more where the invitation was withdrawn or has become one. */
function holderOfAddress(tx: Tx, personId: string) {
  return tx
    .selectFrom('profiles as p')
    .innerJoin('profiles as i', 'i.email', 'p.email')
    .select(['p.user_id as userId', 'p.full_name as name', 'p.email as address', 'p.joined_at'])
    .where('i.user_id', '=', personId)
    .where('i.address_taken', '=', true)
    .where('i.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .executeTakeFirst()
}

interface Names {
  /** Who did it: somebody of the partner by name, staff as the provider. */
  readonly by: string
  readonly company: string
}

async function namesIn({ actorId, partnerId }: EventRecord, { tx, settings }: EventHandlerContext): Promise<Names> {
  const [company, colleague] = await Promise.all([
    partnerName(tx, partnerId ?? ''),
    tx
      .selectFrom('partner_members as m')
      .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
      .select('p.full_name')
      .where('m.partner_id', '=', partnerId)
      .where('m.person_id', '=', actorId)
      .executeTakeFirst(),
  ])
  return { by: colleague?.full_name ?? settings.providerName, company }
}

/** Tells somebody what they have become, which they read whatever they have switched off. */
async function toPerson(
  event: EventRecord,
  context: EventHandlerContext,
  write: (names: Names) => { subject: string; paragraphs: readonly string[] },
): Promise<MailContent[]> {
  const { subjectId, partnerId } = event
  if (!subjectId || !partnerId) return []
  const [to, names] = await Promise.all([readReceiver(context.tx, subjectId), namesIn(event, context)])
  const { subject, paragraphs } = write(names)
  const { contactEmail, providerName } = context.settings
  return [
    {
      kind: 'role_changed',
      to,
      subject,
      paragraphs: [m.helloName({ name: to.name }), ...paragraphs],
      button: { label: m.openMySpace(), url: `${context.config.publicUrl}${pagePaths.home}` },
      closing: m.unexpectedRole({ contact: contactEmail || providerName }),
    },
  ]
}

/** One mail for all leads that somebody passed to a colleague at once; of those that are still with them. */
async function passedLeadsMail(event: EventRecord<'lead.passed'>, context: EventHandlerContext): Promise<MailContent[]> {
  const { tx, config } = context
  const { personId } = event.after
  const events = event.actorId === personId ? [] : await batchedEvents(tx, event)
  const ids = events.flatMap(({ subjectId }) => subjectId ?? [])
  if (ids.length === 0 || newsTiming('lead_registration', await newsChoices(tx, personId)) !== 'at_once') return []
  const leads = await tx
    .selectFrom('leads')
    .select(['id', 'name', 'company'])
    .where('id', 'in', ids)
    .where('typed_by', '=', personId)
    .orderBy('created_at', 'desc')
    .execute()
  const [lead, ...others] = leads
  if (!lead) return []
  const [to, { by }] = await Promise.all([readReceiver(tx, personId), namesIn(event, context)])
  const page = `${config.publicUrl}${pagePaths.leads}`
  const told = { kind: 'lead_registration', to } as const
  const hello = m.helloName({ name: to.name })
  if (others.length === 0) {
    return [
      {
        ...told,
        subject: m.leadPassedSubject({ company: clientName(lead) }),
        paragraphs: [hello, m.leadPassedText({ by, client: clientInSentence(lead) })],
        button: { label: m.openLead(), url: `${page}?lead=${lead.id}` },
      },
    ]
  }
  const count = leads.length
  return [
    {
      ...told,
      subject: m.leadsPassedSubject({ count }),
      paragraphs: [hello, m.leadsPassedText({ by, count })],
      links: leads.slice(0, maxLeads).map((each) => ({ text: clientInSentence(each), url: `${page}?lead=${each.id}` })),
      ...(count > maxLeads ? { closing: m.moreLines({ count: count - maxLeads }) } : {}),
      button: { label: m.seeMyLeads(), url: page },
    },
  ]
}

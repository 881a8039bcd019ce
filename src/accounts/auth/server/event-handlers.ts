import { sql } from 'kysely'
import type { Role } from '#access/domain/actor.ts'
import { staffRoleExplanations } from '#access/domain/staff-right-explanations.ts'
import { type StaffRole, staffRoleLabels } from '#access/domain/staff-rights.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { signInLinkMinutes } from '../domain/sign-in-links.ts'
import { m } from '../messages/messages.ts'
import { invitedColleague } from './invited-colleague.ts'
import { handedLinkMail, operatorReactions } from './operator-mails.ts'
import { invitationUrl } from './present.ts'
import { securityReactions } from './security-mails.ts'

/** Mail for invitations and resets, and security notices. */
export const authEventHandlers: EventHandlers = {
  ...securityReactions,
  ...operatorReactions,
  'person.invited': invitationMail,
  'invitation.resent': invitationMail,
  'invitation.reminded': invitationMail,
  'password.reset_requested': resetMail,
  'sign_in_link.requested': signInLinkMail,
}

async function invitationMail(
  event: EventRecord<'person.invited' | 'invitation.resent' | 'invitation.reminded'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const invitation = await tx
    .selectFrom('invitations as i')
    .innerJoin('profiles as p', 'p.user_id', 'i.user_id')
    .select([
      'i.id',
      'i.user_id',
      'i.expires_at',
      'p.email',
      'p.full_name',
      sql<Role>`app.role_of(p.user_id)`.as('role'),
      sql<StaffRole | null>`(select r.staff_role from user_roles r where r.user_id = p.user_id)`.as('staff_role'),
      waitingContract,
    ])
    .where('i.id', '=', event.after.invitationId)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!invitation) return []
  const isReminder = event.name === 'invitation.reminded'
  const reminder = isReminder ? 'yes' : 'no'
  const { providerName, contactEmail } = settings
  const inviter = await nameOfActor(tx, event)
  const colleague = await invitedColleague(tx, invitation.user_id)
  const names = colleague && {
    ...colleague,
    inviter: inviter ?? providerName,
    providerName,
    role: partnerRoleLabels[colleague.partnerRole],
  }
  const host = inviter ? m.invitationHost({ inviter, providerName }) : providerName
  return [
    {
      kind: 'invitation',
      to: { userId: invitation.user_id, name: invitation.full_name, address: invitation.email },
      subject: names ? m.invitationColleagueSubject({ ...names, reminder }) : m.invitationSubject({ reminder, providerName }),
      paragraphs: [
        m.helloName({ name: invitation.full_name }),
        ...(names
          ? [m.invitationColleagueText(names), m.invitationColleagueRole(names), m.invitationColleagueNext(names)]
          : invitationText[invitation.role]({
              host,
              providerName,
              contractTitle: invitation.contract_title,
              staffRole: invitation.staff_role,
            })),
      ],
      kept: invitation.contract_title === null ? [] : [invitation.contract_title],
      button: { label: m.acceptInvitation(), url: invitationUrl(config, invitation.id) },
      closing: m.invitationClosing({
        reminder,
        day: mailDay(invitation.expires_at, settings.timeZone),
        hasContact: contactEmail ? 'yes' : 'no',
        contact: contactEmail,
      }),
    },
  ]
}

/** The title of a main contract that waits for the invited person's signature; null without one. */
const waitingContract = sql<string | null>`(
  select c.title from contracts c
  where c.user_id = p.user_id and c.contract_type = 'main' and c.status = 'en_attente' and c.declined_at is null
  order by c.created_at desc, c.id desc limit 1
)`.as('contract_title')

interface InvitationParts {
  readonly host: string
  readonly providerName: string
  readonly contractTitle: string | null
  readonly staffRole: StaffRole | null
}

/** What the invitation of a colleague says that they will do: an administrator does everything. */
const staffText = ({ host, providerName, staffRole }: InvitationParts): string =>
  staffRole === null || staffRole === 'administrator'
    ? m.invitationAdminText({ host, providerName })
    : m.invitationStaffText({
        host,
        providerName,
        role: staffRoleLabels[staffRole],
        rights: staffRoleExplanations[staffRole],
      })

const invitationText: Readonly<Record<Role, (parts: InvitationParts) => string[]>> = {
  partner: ({ host, providerName, contractTitle }) => [
    m.invitationPartnerText({ host }),
    m.invitationSpaceText(),
    contractTitle === null ? m.invitationNext({ providerName }) : m.invitationNextContract({ contractTitle }),
  ],
  admin: (parts) => [staffText(parts), m.invitationAdminNext()],
}

/** Name of the inviting person, while they still have access. */
async function nameOfActor(tx: EventHandlerContext['tx'], { actorId }: EventRecord): Promise<string | null> {
  if (!actorId) return null
  const actor = await tx
    .selectFrom('profiles')
    .select('full_name')
    .where('user_id', '=', actorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return actor?.full_name ?? null
}

async function resetMail(
  event: EventRecord<'password.reset_requested'>,
  context: EventHandlerContext,
): Promise<readonly MailContent[]> {
  if (event.after.mailed === false) return handedLinkMail(event, context)
  const { tx, config, settings } = context
  const reset = await tx
    .selectFrom('password_resets as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
    .select(['r.id', 'r.user_id', 'p.email', 'p.full_name'])
    .where('r.id', '=', event.after.resetId)
    .where('r.used_at', 'is', null)
    .executeTakeFirst()
  if (!reset) return []
  const token = linkToken(config, 'password-reset', reset.id)
  return [
    {
      kind: 'password_reset',
      to: { userId: reset.user_id, name: reset.full_name, address: reset.email },
      subject: m.resetSubject({ providerName: settings.providerName }),
      paragraphs: [m.helloName({ name: reset.full_name }), event.after.by ? m.operatorSendsLink() : m.youAskedForLink()],
      button: { label: m.chooseNewPassword(), url: `${config.publicUrl}${visitorPaths.reset}?token=${token}` },
      closing: m.resetClosing(),
    },
  ]
}

async function signInLinkMail(
  event: EventRecord<'sign_in_link.requested'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<readonly MailContent[]> {
  const link = await tx
    .selectFrom('sign_in_links as l')
    .innerJoin('profiles as p', 'p.user_id', 'l.user_id')
    .select(['l.id', 'l.user_id', 'p.email', 'p.full_name'])
    .where('l.id', '=', event.after.linkId)
    .where('l.used_at', 'is', null)
    .executeTakeFirst()
  if (!link) return []
  const token = linkToken(config, 'sign-in', link.id)
  const { providerName } = settings
  return [
    {
      kind: 'sign_in_link',
      to: { userId: link.user_id, name: link.full_name, address: link.email },
      subject: m.signInLinkSubject({ providerName }),
      paragraphs: [m.helloName({ name: link.full_name }), m.signInLinkText({ providerName })],
      button: { label: m.signInByLink(), url: `${config.publicUrl}${visitorPaths.signInLink}?token=${token}` },
      closing: m.signInLinkClosing({ minutes: signInLinkMinutes }),
    },
  ]
}

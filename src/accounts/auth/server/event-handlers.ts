import { sql } from 'kysely'
import type { Role } from '#platform/domain/actor.ts'
import { visitorPaths } from '#platform/domain/visitor-paths.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchDay } from '#platform/server/mail/french-dates.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { handedLinkEmail, operatorReactions } from './operator-emails.ts'
import { securityReactions } from './security-emails.ts'

/** Mail for invitations and resets, and security notices. */
export const authEventHandlers: EventHandlers = {
  ...securityReactions,
  ...operatorReactions,
  'person.invited': invitationEmail,
  'invitation.resent': invitationEmail,
  'invitation.reminded': invitationEmail,
  'password.reset_requested': resetEmail,
}

async function invitationEmail(
  event: EventRecord<'person.invited' | 'invitation.resent' | 'invitation.reminded'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
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
      waitingContract,
    ])
    .where('i.id', '=', event.after.invitationId)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!invitation) return []
  const isReminder = event.name === 'invitation.reminded'
  const valid = isReminder ? `jusqu’au ${frenchDay(invitation.expires_at, settings.timeZone)}` : '7 jours'
  const token = linkToken(config, 'invitation', invitation.id)
  const { providerName, contactEmail } = settings
  const inviter = await nameOfActor(tx, event)
  const host = inviter ? `${inviter}, de ${providerName},` : providerName
  const contact = contactEmail ? ` écrivez à ${contactEmail} ou` : ''
  return [
    {
      kind: 'invitation',
      to: { userId: invitation.user_id, name: invitation.full_name, address: invitation.email },
      subject: `${isReminder ? 'Rappel : invitation' : 'Invitation'} à rejoindre l'espace partenaires ${providerName}`,
      paragraphs: [
        `Bonjour ${invitation.full_name},`,
        ...invitationWords[invitation.role](host, providerName, invitation.contract_title),
      ],
      kept: invitation.contract_title === null ? [] : [invitation.contract_title],
      button: { label: 'Accepter l’invitation', url: `${config.publicUrl}${visitorPaths.invitation}?token=${token}` },
      closing:
        `Ce lien est personnel, valable ${valid} et ne fonctionne qu’une fois. Si vous n’attendiez pas ` +
        `cette invitation,${contact} ignorez ce message : aucun compte n’est ouvert sans vous.`,
    },
  ]
}

/** The title of a main contract that waits for the invited person's signature; null without one. */
const waitingContract = sql<string | null>`(
  select c.title from contracts c
  where c.user_id = p.user_id and c.contract_type = 'main' and c.status = 'en_attente' and c.declined_at is null
  order by c.created_at desc, c.id desc limit 1
)`.as('contract_title')

/** Text of the invitation, depending on the role. */
const invitationWords: Readonly<Record<Role, (host: string, providerName: string, contractTitle: string | null) => string[]>> = {
  partner: (host, providerName, contractTitle) => [
    `${host} vous invite à devenir apporteur d’affaires : vous recommandez ses offres à vos ` +
      'contacts et recevez une commission pour chaque affaire signée.',
    `L’espace partenaires vous sert à enregistrer vos contacts, à suivre leur avancement et à voir ce que vous gagnez, et quand.`,
    contractTitle === null
      ? `Et ensuite ? Vous choisissez un mot de passe, ${providerName} vous y présente votre contrat de ` +
        'partenariat, vous le signez en ligne, puis vous ajoutez votre premier contact.'
      : `Et ensuite ? Vous choisissez un mot de passe, vous lisez et signez en ligne votre contrat « ${contractTitle} », ` +
        'qui vous attend, puis vous ajoutez votre premier contact.',
  ],
  admin: (host, providerName) => [
    `${host} vous invite à administrer l’espace partenaires de ${providerName} : partenaires, contacts, contrats et commissions.`,
    'Et ensuite ? Vous choisissez un mot de passe et arrivez aussitôt dans la console ' +
      'd’administration. Nous vous conseillons d’y activer la double authentification, dans le menu ' +
      'de votre compte.',
  ],
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

async function resetEmail(
  event: EventRecord<'password.reset_requested'>,
  context: EventHandlerContext,
): Promise<readonly Email[]> {
  if (event.after.mailed === false) return handedLinkEmail(event, context)
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
      subject: `Réinitialisation de votre mot de passe ${settings.providerName}`,
      paragraphs: [
        `Bonjour ${reset.full_name},`,
        event.after.by
          ? 'L’exploitant du portail vous envoie un lien pour choisir un nouveau mot de passe.'
          : 'Vous avez demandé à choisir un nouveau mot de passe.',
      ],
      button: { label: 'Choisir un nouveau mot de passe', url: `${config.publicUrl}${visitorPaths.reset}?token=${token}` },
      closing:
        'Ce lien est valable 1 heure et ne fonctionne qu’une fois. Si vous n’avez rien demandé, ignorez ' +
        'ce message : votre mot de passe ne change pas.',
    },
  ]
}

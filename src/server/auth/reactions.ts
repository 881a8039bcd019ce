import type { EventRecord, ReactionContext, Reactions } from '../activity/event-record.ts'
import type { Letter } from '../mail/letter.ts'
import { linkToken } from './links.ts'

/** Mail that lets people in: an invitation, and the way back for who forgot the password. */
export const authReactions: Reactions = {
  'person.invited': invitationLetter,
  'invitation.resent': invitationLetter,
  'password.reset_requested': resetLetter,
}

async function invitationLetter(event: EventRecord, { tx, config, settings }: ReactionContext): Promise<Letter[]> {
  const invitation = await tx
    .selectFrom('invitations as i')
    .innerJoin('profiles as p', 'p.user_id', 'i.user_id')
    .select(['i.id', 'i.user_id', 'p.email', 'p.full_name'])
    .where('i.id', '=', String(event.after.invitationId))
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!invitation) return []
  const token = linkToken(config, 'invitation', invitation.id)
  return [
    {
      kind: 'invitation',
      to: { userId: invitation.user_id, name: invitation.full_name, address: invitation.email },
      subject: `Invitation à rejoindre l'espace partenaires ${settings.providerName}`,
      paragraphs: [
        `Bonjour ${invitation.full_name},`,
        `${settings.providerName} vous invite à rejoindre son espace partenaires : enregistrez vos contacts, suivez leur avancement et vos commissions.`,
      ],
      button: { label: 'Accepter l’invitation', url: `${config.publicUrl}/invitation?token=${token}` },
      closing: 'Ce lien est personnel, valable 7 jours et ne fonctionne qu’une fois.',
    },
  ]
}

async function resetLetter(event: EventRecord, { tx, config, settings }: ReactionContext): Promise<Letter[]> {
  const reset = await tx
    .selectFrom('password_resets as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
    .select(['r.id', 'r.user_id', 'p.email', 'p.full_name'])
    .where('r.id', '=', String(event.after.resetId))
    .where('r.used_at', 'is', null)
    .executeTakeFirst()
  if (!reset) return []
  const token = linkToken(config, 'password-reset', reset.id)
  return [
    {
      kind: 'password_reset',
      to: { userId: reset.user_id, name: reset.full_name, address: reset.email },
      subject: `Réinitialisation de votre mot de passe ${settings.providerName}`,
      paragraphs: [`Bonjour ${reset.full_name},`, 'Vous avez demandé à choisir un nouveau mot de passe.'],
      button: { label: 'Choisir un nouveau mot de passe', url: `${config.publicUrl}/reset?token=${token}` },
      closing:
        'Ce lien est valable 1 heure et ne fonctionne qu’une fois. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
    },
  ]
}

import type { StaffRole } from '#platform/domain/staff-rights.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { alarm, notice } from './security-emails.ts'

const roles: Readonly<Record<StaffRole, string>> = {
  administrator: 'administrateur',
  partner_manager: 'responsable des partenaires',
  finance: 'finances',
  viewer: 'lecture seule',
}

/** Mail about commands of the operator, which no page of the portal shows to the people concerned. */
export const operatorReactions: EventHandlers = {
  'role.changed': notice(alarm, ({ after }) => {
    if (!after.by) return null
    const role = after.role === 'partner' ? 'apporteur d’affaires' : `équipe, ${roles[after.staffRole ?? 'administrator']}`
    return {
      kind: 'operator_notice',
      address: null,
      subject: 'Votre rôle a été modifié',
      message: (when, provider) =>
        `L’exploitant du portail a modifié votre rôle dans l’espace ${provider} ${when}. Votre rôle est désormais : ${role}.`,
    }
  }),
  'sign_in.unlocked': notice(alarm, () => ({
    kind: 'operator_notice',
    address: null,
    subject: 'Vous pouvez de nouveau vous connecter',
    message: (when, provider) =>
      `Trop de tentatives avaient bloqué la connexion à votre espace ${provider} ; l’exploitant du portail les a oubliées ` +
      `${when}.`,
  })),
}

/** The operator hands a link over, which has its owner know that there is one. */
export const handedLinkEmail = notice<'password.reset_requested'>(alarm, () => ({
  kind: 'operator_notice',
  address: null,
  subject: 'Un lien pour choisir un nouveau mot de passe a été créé',
  message: (when, provider) =>
    `L’exploitant du portail a créé ${when} un lien avec lequel un nouveau mot de passe peut être choisi pour votre espace ` +
    `${provider}. Il est valable 1 heure ; il vous le remettra lui-même.`,
}))

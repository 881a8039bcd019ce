import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addressConfirmed: 'Adresse confirmée',
  addressTaken: 'Cette adresse appartient désormais à un autre compte. Rien n’a changé : parlez-en à votre contact.',
  changedSubject: 'Votre adresse e-mail a changé',
  changedText:
    'L’adresse de votre espace {providerName} est {email} depuis le {moment}. C’est avec elle que vous vous connectez ; vos sessions restent ouvertes.',
  commissions: '{shown} {count, plural, one {commission} other {commissions}}',
  confirmAddress: 'Confirmer cette adresse',
  confirmIntro: 'Bonjour {fullName}, confirmez que vous lisez les messages de cette adresse.',
  confirmSubject: 'Confirmez votre adresse e-mail {providerName}',
  contracts: '{shown} {count, plural, one {contrat} other {contrats}}',
  correctedText:
    '{providerName} a corrigé l’adresse e-mail de votre espace partenaires : ce sera {email} dès que vous l’aurez confirmée. D’ici là, vous vous connectez avec l’ancienne.',
  emailTaken: '{email} a déjà un compte ou une invitation.',
  goesAtOnce: '<b>Disparaît aussitôt</b>, avec l’accès : {list}.',
  invitations: '{shown} {count, plural, one {invitation} other {invitations}}',
  isOfStaff: '{name} fait partie de l’équipe, et modifie son nom et sa société depuis le menu de son compte.',
  leads: '{shown} {count, plural, one {lead} other {leads}}',
  linkDead: 'Ce lien a expiré, a déjà été utilisé ou a été remplacé par un autre. Rien n’a changé.',
  linkNote:
    'Ce lien est valable 7 jours et ne fonctionne qu’une fois. Si vous n’attendiez pas ce message, ignorez-le : rien ne change.',
  noEmailChange: 'Plus aucune nouvelle adresse n’attend d’être confirmée.',
  notes: '{shown} {count, plural, one {note de l’équipe} other {notes de l’équipe}}',
  payouts: '{shown} {count, plural, one {versement} other {versements}}',
  recurringEnd: 'Cela prend fin aujourd’hui',
  recurringEndNote:
    'Les paiements des jours suivants ne rapportent rien. Ce qui est acquis le reste, et chaque lead peut être confié à un autre partenaire.',
  recurringEndRight: 'Qui a le droit sur l’argent peut y mettre fin, aussi plus tard.',
  recurringKeep: 'Cela continue',
  recurringKeepNote: 'Comme le contrat peut le prévoir. On peut y mettre fin plus tard, sur la page du partenaire.',
  sessions: '{shown} {count, plural, one {session} other {sessions}}',
  signInNote: 'Vous vous connecterez avec elle. Votre mot de passe ne change pas, et vos sessions restent ouvertes.',
  signInWith: 'Connectez-vous désormais avec {email}.',
  stays: '<b>Reste</b>, sous le nom « {name} » : {list}.',
  stillOwed: '<b>Encore dû</b> : {validated} validés et non payés, {pending} pas encore validés.',
  unexpectedNote: 'Si cette demande vous surprend, prévenez {contact}.',
  unsignedContracts: '{shown} {count, plural, one {contrat non signé} other {contrats non signés}}',
  willChangeSubject: 'Votre adresse e-mail va changer',
  willChangeText:
    '{providerName} a demandé que l’adresse de votre espace partenaires devienne {email}. Rien ne change tant que cette adresse n’est pas confirmée : vous vous connectez avec l’actuelle.',
  yourNewAddress: 'Votre nouvelle adresse',
} satisfies Texts<keyof typeof en>

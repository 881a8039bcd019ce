import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  alreadyThere: 'Déjà présent',
  contractForOthers: 'Contrat pour les lignes qui n’indiquent aucun modèle',
  contractNotAssigned: 'Contrat non attribué : {contractProblem}',
  contractTemplate: 'Modèle de contrat',
  downloadRowsLeft: 'Télécharger les lignes restantes',
  fileHint: '{hint} Trois fichiers pleins par heure.',
  fileWithoutPartners: 'Ce fichier ne contient aucun partenaire : il lui faut une ligne de titres et au moins une ligne.',
  firstRows: 'Les {first} premières sur {shown} {count, plural, one {ligne} other {lignes}}.',
  goOn: 'Continuer',
  hasAccount: '{email} a déjà un compte',
  inviteCount: 'Inviter {shown} {count, plural, one {partenaire} other {partenaires}}',
  invitedAlready: '{email} a déjà reçu une invitation',
  invitedAndNotSent:
    '{shown} {count, plural, one {partenaire invité} other {partenaires invités}}, {shownLeft} {left, plural, one {ligne non envoyée} other {lignes non envoyées}}.',
  invitedCount: '{shown} {count, plural, one {partenaire invité} other {partenaires invités}}.',
  invitePartners: 'Inviter des partenaires depuis un fichier',
  noRowReady: 'Aucune ligne ne peut être envoyée : corrigez le fichier et recommencez.',
  noSuchTemplate: 'Aucun modèle de contrat principal ne s’appelle « {templateName} »',
  notAnAddress: 'Ce n’est pas une adresse e-mail',
  progress: 'Avancement des invitations',
  ready: 'Prêt',
  repeated: 'En double',
  rowsDone: '{done} sur {shown} {count, plural, one {ligne} other {lignes}}',
  standsBefore: '{email} figure déjà plus haut dans le fichier',
  stoppedBecause: 'Arrêté : {failure} Ceux qui ont été invités le restent ; un nouvel envoi du fichier les écarte.',
  willBeInvited:
    '{shown} {count, plural, one {partenaire recevra} other {partenaires recevront}} une invitation par e-mail. Les lignes déjà présentes, en double ou à corriger sont écartées.',
} satisfies Texts<keyof typeof en>

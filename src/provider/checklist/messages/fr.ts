import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  beginWithExample: 'Commencer par un exemple',
  done: 'Fait',
  identity: 'Dites qui vous êtes',
  identityWhy:
    'Le nom, l’adresse et le contact figurent sur toutes les pages, dans les e-mails et dans le certificat qui scelle votre premier contrat',
  invitation: 'Invitez votre premier partenaire',
  invitationWhy: 'Il entre par un lien',
  invite: 'Inviter',
  lookAtTiers: 'Vérifiez les paliers',
  mail: 'Envoyez-vous un e-mail d’essai',
  mailWhy: 'Les invitations et les codes partent par e-mail : voyez dès maintenant s’ils arrivent',
  noMailServer:
    'Aucun serveur de messagerie n’est réglé : les e-mails sont seulement écrits dans des fichiers du répertoire de données, et n’atteignent personne. Réglez SMTP_URL, redémarrez le portail et envoyez l’essai.',
  otherTrade: 'Des offres, étapes, champs et textes de contrats pour votre métier ?',
  pleaseWait: 'Veuillez attendre avant d’envoyer un autre e-mail d’essai.',
  sendMeATest: 'M’envoyer un essai',
  setupLine: 'Mise en service : {done} sur {steps}, prochaine étape : {title}',
  setUpPortal: 'Mettez votre portail en service',
  showAllSteps: 'Afficher toutes les étapes',
  showLess: 'Afficher moins',
  template: 'Rédigez un modèle de contrat',
  templateWhy: 'Ou attribuez un PDF à vous : les partenaires voient leurs leads une fois qu’il est signé',
  testMailSubject: 'Message d’essai de {providerName}',
  testMailText: 'Ce message d’essai vient de {providerName}. S’il arrive, invitations et codes arrivent aussi.',
  testNotSent: 'L’e-mail d’essai n’a pas été envoyé',
  testSent: 'E-mail d’essai envoyé',
  testSentTo: 'Vérifiez qu’il arrive à l’adresse {sentTo}',
  tiersWhy: 'Noms, seuils et taux s’appliquent dès la première commission',
} satisfies Texts<keyof typeof en>

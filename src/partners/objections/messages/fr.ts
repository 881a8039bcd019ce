import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  actAddress: '{by} demande que l’adresse de {name} devienne {email}.',
  actInvited: '{by} a invité {name} ({email}).',
  actMain: '{by} a choisi {name} ({email}) comme contact principal.',
  actMoved: '{by} a rattaché {name} ({email}), qui vient d’une autre société.',
  actRole: '{by} a modifié le rôle de {name} ({email}).',
  addressPutBack: 'L’adresse e-mail a été rétablie après l’opposition d’un propriétaire.',
  answered: 'Réponse enregistrée',
  answerText:
    'Un propriétaire de {company} s’y oppose, depuis le {moment}. Appelez la société à un numéro connu d’avance, puis décidez.',
  answerTitle: 'Opposition concernant {name}',
  bankFrom: 'Les coordonnées bancaires ne se lisent et ne se modifient dans ce rôle qu’un jour plus tard au plus tôt.',
  cameLater: 'Qui a rejoint l’équipe après coup ne le maintient pas.',
  linkDead: 'Ce lien a expiré, ou votre opposition a reçu une réponse.',
  linkNote: 'Le lien est valable 30 jours. Si vous êtes d’accord, vous n’avez rien à faire.',
  madeIt:
    'Vous l’avez fait vous-même : vous pouvez le retirer, et seul un collègue qui a les droits sur les partenaires et l’argent le maintient.',
  needsMoney: 'Répondre demande les droits sur les partenaires et sur l’argent.',
  object: 'Je m’y oppose',
  objected: 'Votre opposition est enregistrée',
  objectedText: 'Ce que cette personne a obtenu attend la réponse de {providerName}. Vous recevrez alors un e-mail.',
  objectionClosing:
    'Votre opposition suspend aussitôt ces droits, jusqu’à ce qu’une autre personne de {providerName} y ait répondu.',
  objectionIntro: 'Vous y opposez-vous ? Ces droits sont alors suspendus aussitôt, jusqu’à la réponse de {providerName}.',
  openPartner: 'Ouvrir le partenaire',
  ownerObjects: 'Un propriétaire s’y oppose',
  proofText: 'Vous décidez qui a accès aux coordonnées bancaires.',
  role: 'Rôle : {role}.',
  stays: 'Maintenir',
  staysText: 'L’opposition d’un propriétaire de {company} concernant {name} a reçu une réponse : {name} garde son rôle.',
  staysSubject: 'Réponse à votre opposition',
  subject: 'Accès aux coordonnées bancaires de votre société : {name}',
  suspendedSubject: 'Vos droits sont suspendus',
  suspendedText:
    'Un propriétaire de {company} s’oppose à votre rôle. Jusqu’à la réponse de {providerName}, vous ne voyez que vos propres leads.',
  takeBack: 'Retirer',
  takenBackText: 'L’opposition d’un propriétaire de {company} concernant {name} a reçu une réponse : c’est retiré.',
  thatOf: 'Le {moment}, chez {company} : {act}',
  title: 'Accès aux coordonnées bancaires',
  toAnswer: 'pour répondre à une opposition sur l’accès aux coordonnées bancaires',
  toAnswerSubject: 'Opposition à traiter : {name}, {company}',
  toAnswerText:
    'Un propriétaire de {company} s’oppose à ceci : {act} Les droits sont suspendus jusqu’à ce qu’une personne qui a les droits sur les partenaires et sur l’argent, et qui ne l’a pas fait, ait répondu.',
  yourRightsEnded: 'L’opposition d’un propriétaire de {company} à vos nouveaux droits a reçu une réponse : ils sont retirés.',
  yourRightsStay:
    'L’opposition d’un propriétaire de {company} à votre rôle a reçu une réponse : vous le gardez, avec ses droits.',
  yourRightsSubject: 'Vos droits : l’opposition a reçu une réponse',
} satisfies Texts<keyof typeof en>

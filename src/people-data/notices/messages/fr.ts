import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  accountPeriod: 'Aussi longtemps que votre compte, et plus longtemps ce que la loi demande.',
  askAboutYourData: 'Demander ce que nous conservons sur vous, ou le faire corriger ou effacer',
  automaticNotices: 'Envoyer les avis d’eux-mêmes une semaine avant leur jour',
  clientData:
    'Nous conservons votre nom, votre société, de quoi vous joindre, ce que le partenaire nous a dit de votre besoin, et la suite.',
  clientPeriod:
    '{lead} après votre dernier signe, s’il n’y a pas de suite ; sinon {client} après la fin de nos affaires, et plus longtemps ce que la loi nous fait conserver.',
  clientPurpose:
    'Nous les conservons pour vous contacter au sujet de ce dont le partenaire a parlé, et pour savoir qui nous a mis en relation : notre intérêt légitime (RGPD, article 6(1)(f)).',
  clientReaders:
    'Notre équipe et le partenaire qui vous a présenté les lisent, ainsi que les sociétés qui exploitent pour nous serveurs et messagerie.',
  clientSource: 'Un partenaire, que notre message nomme, nous a transmis votre nom, votre société et de quoi vous joindre.',
  contactAddress: 'Écrivez à {contactEmail}.',
  controller: '{providerName} est responsable de vos données.',
  controllerNamed: '{providerName} ({who}) est responsable de vos données.',
  controllerTitle: 'Qui est responsable',
  dataTitle: 'Ce que nous conservons',
  dueOn: 'Dû le',
  everybody: 'Toutes',
  everybodyInLine: 'Tous ceux qui peuvent l’être sont en attente d’envoi',
  forClients: 'Clients',
  forMembers: 'Équipe d’un partenaire',
  formerVersions: 'Versions précédentes',
  forStaff: 'Notre équipe',
  forVisitors: 'Visiteurs',
  inLine: 'En attente d’envoi',
  leftOrdered: '{count} avec un e-mail de moins d’une semaine qu’aucun serveur n’a encore accepté : réessayé ensuite',
  leftPutOff:
    '{count} reportées à un autre jour : limites des messages aux clients, adresse du partenaire lui-même, ou client qui a démenti ce partenaire',
  leftWithoutEmail: '{count} sans adresse e-mail',
  lineLength:
    '{count, plural, one {# avis part} other {# avis partent}} dans les minutes qui viennent ou, pour une adresse qui a reçu assez de messages, les jours',
  memberData: 'Nous conservons votre nom, votre adresse, votre langue, votre rôle, et ce que vous faites dans le portail.',
  memberPurpose:
    'Nous les conservons pour que vous puissiez travailler dans le portail pour votre société, et prouver qui a fait quoi : notre contrat avec elle, et notre intérêt légitime.',
  memberSource: 'Votre société vous a invité ; le reste vient de vous.',
  nobodyInLine: 'Personne ne peut recevoir d’e-mail maintenant',
  noNotices: 'Personne à informer',
  noNoticesText: 'Les clients qu’un partenaire a indiqués sont informés dans le mois ; ceux qui restent à informer figurent ici.',
  noSuchText: 'Il n’y a pas de telle version de ce texte.',
  noticeLead: '{providerName} a vos coordonnées. La loi veut que vous le sachiez, et ce message ne sert à rien d’autre.',
  noticesLead: '{due, plural, =0 {Personne ne reste} one {# personne reste} other {# personnes restent}} à informer',
  noticesList: 'Personnes à informer',
  noticesOverdue: '{overdue, plural, one {# a} other {# ont}} passé le jour dû',
  noticeSubject: 'Vos coordonnées chez {providerName}',
  notMailed: 'Parmi elles, le bouton en laisse de côté : {reasons}.',
  orderedOn: 'E-mail du {day}, pas encore accepté par un serveur',
  ownSource: 'De vous-même ; ce que vous gagnez suit de ce que vos clients achètent.',
  partnerData:
    'Nous conservons votre nom, votre société, vos adresses, votre identité et vos coordonnées bancaires dans la mesure où les versements les demandent, vos contrats, ce que vous apportez et ce que vous gagnez.',
  partnerPeriod:
    'Aussi longtemps que notre contrat et {contract} après ; les livres {accounting}, les déclarations fiscales {declaration}, les coordonnées bancaires {bankDetails} après le dernier versement.',
  partnerPurpose:
    'Nous les conservons pour exécuter notre contrat, vous payer, tenir nos livres et déclarer ce que la loi demande.',
  partnerReaders:
    'Notre équipe les lit, ainsi que les sociétés qui exploitent pour nous serveurs et messagerie ; ce qui est payé, la banque et l’administration fiscale.',
  periodTitle: 'Combien de temps',
  privacyFor: 'À qui cela s’adresse',
  privacyLead: 'Ce que {providerName} conserve sur vous, pourquoi, combien de temps, et ce que vous pouvez demander',
  purposeTitle: 'Dans quel but',
  putOffTo: 'Reporté au {day}',
  readersTitle: 'Qui les lit',
  rights:
    'Vous pouvez demander à lire vos données, à les faire corriger, effacer ou moins utiliser, et vous opposer à tout moment à leur usage. Si notre réponse ne vous convient pas, saisissez l’autorité de protection des données (en France la CNIL, www.cnil.fr).',
  rightsTitle: 'Vos droits',
  sendAll: '{count, plural, one {Envoyer # avis} other {Envoyer # avis}}',
  sendAllText:
    'Chacun reçoit un e-mail, qui ne propose rien et nomme le partenaire. Ils partent l’un après l’autre, dans les limites des messages aux clients. Qui n’en veut pas n’en reçoit pas, et c’est noté.',
  sendTitle: 'Envoyer l’avis ?',
  servedBy: 'Pour cela nous recourons à : {kinds}.',
  sourceTitle: 'D’où viennent les données',
  staffPurpose:
    'Nous les conservons pour que vous puissiez travailler dans le portail, et prouver qui a fait quoi : notre intérêt légitime.',
  staffReaders: 'Notre équipe les lit, ainsi que les sociétés qui exploitent pour nous serveurs et messagerie.',
  staffSource: 'Votre administrateur vous a invité ; le reste vient de vous.',
  textOf: 'Version {version} du {day}',
  toTellSoon: 'À informer bientôt',
  visitorData:
    'Nous conservons ce que vous nous envoyez par un formulaire et, pour la sécurité, l’adresse de votre appareil et l’heure de ce que vous faites.',
  visitorPeriod: '{log} au plus, à moins que vous ne laissiez vos coordonnées.',
  visitorPurpose:
    'Nous les conservons pour vous répondre, et pour protéger le portail des abus : notre intérêt légitime. Rien ne mesure qui vous êtes ni ce que vous lisez.',
  visitorSource: 'De vous et de votre appareil.',
  whichQueue: 'Lesquelles',
  withoutEmail: 'Sans adresse e-mail',
} satisfies Texts<keyof typeof en>

import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  mainPersonNotJoined: '{name} n’a pas encore accepté l’invitation. Choisissez une autre personne principale.',
  mainPersonOfThese: 'Choisissez la personne principale parmi celles qui partent.',
  mainPersonStays:
    '{name} est la personne principale et reste. Choisissez d’autres personnes, ou fusionnez le partenaire entier.',
  missingFields: 'Champs manquants',
  noSuchPartner: 'Ce partenaire n’existe pas, ou il a été supprimé ou fusionné.',
  noSuchPerson: 'Cette personne n’appartient plus au partenaire.',
  notActive: 'Ce partenaire a été supprimé ou fusionné. Choisissez-en un autre.',
  obstacleDisputes: 'Une contestation est ouverte. Décidez-la d’abord : ensuite, plus personne du partenaire ne le pourrait.',
  obstacleDocuments:
    'Des versements attendent un document du partenaire. Réglez-le d’abord : ensuite, plus personne ne pourrait l’envoyer.',
  obstacleOwnInvoices:
    'Le partenaire envoie ses propres factures et a des commissions impayées. Payez-les d’abord : ensuite, plus personne ne pourrait en envoyer.',
  obstacleShares: 'Un lead qui n’est pas encore signé est partagé. Terminez le partage, ou faites signer le lead d’abord.',
  previewOutdated: 'Quelque chose a changé entre-temps. Relisez les chiffres, puis confirmez.',
  reasonMissing: 'Dites pourquoi : c’est noté dans l’historique des deux partenaires.',
  samePartner: 'Choisissez un autre partenaire.',
} satisfies Texts<keyof typeof en>

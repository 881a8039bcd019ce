import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  allTypes: 'Tous les types',
  anyTurn: 'Attente : tous',
  chooseAllToCounterSign: 'Choisir tous ceux qui attendent une contresignature',
  chooseAllToSign: 'Choisir tous ceux qui attendent une signature',
  chooseContract: 'Choisir « {title} » de {name}',
  contractDeleted: 'Contrat supprimé',
  contractIsValidated: 'Contrat validé',
  contractOfPartner: '« {title} » de {name}',
  contractsLead: 'Attribuez les contrats et suivez leur signature',
  contractsManagement: 'Gestion des contrats',
  contractsToRemind: 'Contrats à rappeler',
  createdOrSigned: 'Créé ou signé le',
  deleteContract: 'Supprimer le contrat',
  deleteText: 'Supprimer {what} ? Les liens vers le document ne fonctionneront plus. Cette action est irréversible.',
  markedAsSigned: '« {title} » est marqué comme signé',
  nonePending: 'Aucun contrat n’attend de signature',
  noneSigned: 'Aucun contrat n’est encore signé',
  pendingAgain: '« {title} » est de nouveau en attente',
  revocationText:
    '{what} sera de nouveau en attente. {contractType, select, main {Les leads, commissions, coordonnées bancaires et ressources du partenaire sont fermés aussitôt, jusqu’à une nouvelle signature. } other {}}Ce qui a été signé jusqu’ici est conservé, marqué comme révoqué.',
  searchContracts: 'Chercher un contrat',
  searchHint: 'Par partenaire ou intitulé',
  signedContracts: 'Contrats signés',
  titleColumn: 'Intitulé',
  turn: 'En attente de',
  validationText:
    '{what} sera enregistré comme validé à la main par vous, sans cachet : c’est prévu pour un contrat signé sur papier. Vous pourrez ensuite en ajouter un scan.',
} satisfies Texts<keyof typeof en>

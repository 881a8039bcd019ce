import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addLead: 'Ajouter un lead',
  addResource: 'Ajouter une ressource',
  bankAccount: 'Compte bancaire',
  clientPayment: 'Paiement client',
  clientRefund: 'Remboursement à un client',
  closeMonth: 'Clôturer un mois',
  declareYear: 'Déclarer l’année',
  exportCommissions: 'Exporter les commissions',
  exportLeads: 'Exporter les leads',
  exportPayouts: 'Exporter les versements',
  invoiceOrReceipt: 'Facture ou reçu',
  mergePartners: 'Fusionner deux partenaires',
  numbers: 'Numéros',
  ownCertificates: 'Mes attestations annuelles',
  ownDocuments: 'Mes documents à fournir',
  partnerInvoice: 'Facture du partenaire',
  registrationReceipt: 'Récépissé d’enregistrement',
  resetTwoFactor: 'Réinitialiser une double authentification',
  splitPartner: 'Scinder un partenaire',
  takeBackCommission: 'Reprise d’une commission',
  transfers: '{count} {count, plural, one {virement} other {virements}}',
  viewAsPartner: 'Voir le portail comme un partenaire',
} satisfies Texts<keyof typeof en>

import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  aboutFormerPartner:
    'Cela concerne {name}, fusionné avec votre société le {day}. Le paiement va sur les coordonnées bancaires d’avant ; les vôtres ne changent pas.',
  accountNameDiffers: 'Nom de votre compte',
  accountNameDiffersWhen: 'Votre banque écrit le nom du titulaire de votre compte autrement que vous.',
  alwaysSent:
    'Les e-mails de sécurité sont toujours envoyés : votre invitation, un nouveau mot de passe, un changement de vos coordonnées bancaires. De même ce qui change de votre rôle ou de vos conditions.',
  cannotSwitchOff: 'Seules celles-ci peuvent être désactivées',
  clientPaymentReceived: 'Paiement client reçu',
  clientPaymentReceivedWhen: 'Un client a payé : ce que cela vous rapporte, et quand.',
  colleaguesLeads: 'Leads de vos collègues',
  colleaguesLeadsWhen: 'E-mails et marques de non lu aussi pour les leads de vos collègues, pas seulement pour les vôtres.',
  commissionPaidWhen: 'Une commission vous a été payée.',
  commissionValidatedWhen: 'Son montant, comment il est calculé et quand elle est payable.',
  commissionWithheld: 'Commission suspendue ou reprise',
  commissionWithheldWhen: 'Une commission est suspendue, ou une partie en est reprise, et pourquoi.',
  contractSignedWhen: 'Votre contrat a été validé.',
  contractToSignWhen: 'Un contrat ou un avenant attend votre signature.',
  digestHour: 'Départ du récapitulatif quotidien',
  digestHourHint: 'Pour les partenaires comme pour l’équipe, dans le fuseau horaire du prestataire.',
  digestLink: 'Quand partent le récapitulatif quotidien et les rappels, pour tous',
  disputeAnsweredWhen: 'Votre contestation a reçu une réponse, une correction ou une décision.',
  documentRequested: 'Factures et justificatifs',
  documentRequestedWhen: 'Un justificatif est demandé, a été refusé ou expire bientôt ; votre facture a été refusée.',
  mailTo: 'Les e-mails sont envoyés à {email}. Choisissez ce dont vous voulez être informé.',
  news: 'Nouvelles',
  newsHint:
    'Quel que soit votre choix, le portail signale ce que vous n’avez pas vu. Le récapitulatif quotidien laisse de côté ce que vous avez vu.',
  payoutIssued: 'Relevé de versement',
  payoutIssuedWhen: 'Vos commissions vont être payées : le relevé, à accepter.',
  payoutSettled: 'Versement payé ou retourné',
  payoutSettledWhen: 'L’argent est parti vers votre compte, ou la banque l’a renvoyé.',
  reminders: 'Rappels des contrats non signés et des invitations en cours',
  remindersHint: 'Envoyés une fois après ce nombre de jours ; sans choix : à la main seulement.',
  tierReached: 'Palier atteint',
  tierReachedWhen: 'Vos prochaines commissions sont à un taux plus élevé.',
} satisfies Texts<keyof typeof en>

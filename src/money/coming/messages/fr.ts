import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  accountRefused: 'La banque a refusé votre compte : attend un autre IBAN',
  belowMinimum: 'Sous le minimum d’un versement : reportée jusqu’à ce qu’il soit atteint',
  clawbackWaits: 'Reprise d’une commission suspendue ou contestée : elle est déduite avec elle, pas avant',
  documentDayPast: 'Attend le jour suivant : les numéros de vos documents suivent l’ordre de leurs dates',
  ibanRecent: 'Votre IBAN est récent : pour votre sécurité, rien n’y est versé pour l’instant',
  ibanRecentUntil: 'Votre IBAN est récent : pour votre sécurité, rien n’y est versé avant le {day}',
  ibanUnreadable: 'Votre IBAN ne peut plus être lu : attend sa nouvelle saisie',
  invoiceToCheck: 'Attend {provider} vérifie votre facture',
  overdrawn: 'En compte avec des reprises : rien n’est versé tant qu’elles la dépassent',
  paidAgainOnceSettled: '{text}. Versé de nouveau dès que c’est réglé',
  providerIdentity: 'Attend {provider} complète son identité pour établir vos factures',
  returned: 'Retourné par la banque',
  returnedOn: 'Retourné par la banque le {day}',
  that: 'que {name}',
  thatElided: 'qu’{name}',
  waitsForBankDetails: 'Attend vos coordonnées bancaires',
  waitsForBilling: 'Attend votre profil de facturation',
  waitsForCheckedIban: 'Attend un IBAN dont la clé de contrôle est juste',
  waitsForInvoice: 'Attend votre facture',
  waitsForMandate: 'Attend le mandat d’autofacturation signé',
  waitsForNewInvoice: 'Attend une nouvelle facture : la dernière a été refusée',
  withDetail: '{text} : {detail}',
} satisfies Texts<keyof typeof en>

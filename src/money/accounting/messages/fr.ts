import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  agreeToOpen: 'Donner son accord',
  askedFor: 'Demande envoyée',
  askForIt: 'Demander la réouverture',
  asksForIt: '{name} demande la réouverture : {reason}. Ce qui est enregistré désormais pour ses jours y est comptabilisé.',
  asksToOpen: '{name} demande à la rouvrir : {reason}. Une deuxième personne doit donner son accord.',
  booked: 'Comptabilisé',
  closed: 'Clôturée',
  closedPeriods: 'Périodes clôturées',
  closeMonthText:
    'Ses écritures et celles des mois précédents reçoivent leur numéro définitif. Le rouvrir demande un motif et une deuxième personne.',
  closePeriod: 'Clôturer {name}',
  closeQuestion: 'Clôturer {name} ?',
  closeUpTo: 'Clôturer jusqu’à',
  closeYearText: 'Ce qui est déclaré pour cette année reste tel quel. La rouvrir demande un motif et une deuxième personne.',
  closing: 'Clôture',
  closingLead:
    'Un mois clôturé ne reçoit plus d’écriture : ce qui est enregistré ensuite est comptabilisé le premier jour ouvert. Ce qui est déclaré pour une année clôturée reste tel quel.',
  dayFormat: 'Un jour comme 2026-10-31',
  entries: '{shown} {count, plural, one {écriture} other {écritures}}',
  isClosed:
    '{scope, select, year {L’année} other {Le mois}} jusqu’au {until} est {scope, select, year {clôturée} other {clôturé}}.',
  isOpenAgain: 'Réouverture de {name} faite',
  isOpenAlready:
    '{scope, select, year {L’année} other {Le mois}} jusqu’au {until} est de nouveau {scope, select, year {ouverte} other {ouvert}}.',
  journal: 'Journal comptable',
  journalCsv: 'Journal comptable (CSV)',
  journalLead:
    'Commissions, TVA, paiements et virements retournés en partie double, avec les colonnes du FEC. Les écritures des mois ouverts ont les numéros qu’elles recevraient maintenant.',
  laterPeriodClosed: 'Une période postérieure à celle jusqu’au {until} est clôturée : rouvrez-la d’abord.',
  monthsClosedUntil: 'Clôturez d’abord les mois de {year} : ils sont clôturés jusqu’au {day}.',
  monthsOpen: 'Clôturez d’abord les mois de {year} : ils sont ouverts.',
  nobodyEarned: 'Personne n’a encore rien gagné',
  nobodyEarnedHint: 'Les partenaires apparaissent ici avec leur première commission validée.',
  noOpenMonth: 'Aucun mois terminé n’est ouvert.',
  noSuchClosing: 'Cette clôture n’existe pas.',
  nothingMissing: 'Il n’y manque rien.',
  notLastDay: '{until} n’est pas le dernier jour {scope, select, year {d’une année} other {d’un mois}}.',
  notOver:
    '{scope, select, year {L’année} other {Le mois}} jusqu’au {until} n’est pas {scope, select, year {terminée} other {terminé}}.',
  notSettledAtClosing: 'Pas réglé à la clôture : {missing}',
  notSettledYet: 'Pas encore réglé :',
  openAgain: 'Rouvrir…',
  openAgainQuestion: 'Rouvrir {name} ?',
  openAgainText:
    'Une deuxième personne qui a le droit Finances doit donner son accord. Les écritures définitives et leurs numéros restent.',
  openedAgain: 'Rouverte',
  openedAgainBy: 'Rouverte le {day} par {reopenedBy} ; {askedBy} l’avait demandé : {reason}',
  openPeriod: 'Rouvrir {name}',
  periodClosed: 'Clôture de {name} faite',
  reopeningAsked: 'Quelqu’un l’a déjà demandé : une deuxième personne doit donner son accord.',
  reopeningNeedsSecond: 'Vous l’avez demandé vous-même : quelqu’un d’autre qui a ce droit doit donner son accord.',
  reopeningNotAsked: 'Personne ne l’a demandé : dites d’abord pourquoi.',
  secondHasToAgree: 'Une deuxième personne doit donner son accord',
  supplierCodeFormat: 'Un code fournisseur a de 1 à 17 chiffres ou lettres',
  supplierCodes: 'Codes fournisseurs',
  supplierCodesLead:
    'Tels que votre comptable les connaît : jusqu’à 17 chiffres ou lettres. Laissé vide, le code propre au portail sert. Les écritures des mois clôturés gardent le leur.',
  supplierCodesSaved: 'Codes fournisseurs enregistrés',
  upTo: 'Jusqu’à {name}',
  withEntries: ' : {shown} {count, plural, one {écriture} other {écritures}}',
  year: 'Année {name}',
} satisfies Texts<keyof typeof en>

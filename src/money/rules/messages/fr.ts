import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  bonusCountOutOfRange: 'Une prime commence à un nombre entier de signatures, de 1 à {max}',
  bonusNeverReached: 'Le plafond de {cap} par an est inférieur à ce seuil : la prime ne serait jamais atteinte',
  bonusNeverWhole: 'Le plafond de {cap} par an est inférieur à cette prime : elle ne serait jamais versée en entier',
  bonusTwice: 'Une autre prime a le même seuil sur la même période',
  capBelowFixed: 'Le plafond est inférieur à la somme fixe de {fixed} : elle ne serait jamais versée en entier',
  capsContradict: 'Le plafond annuel est inférieur au plafond par lead, {lead} : aucun lead n’atteindrait jamais le sien',
  fixedNotAboveZero: 'Une somme fixe est supérieure à 0 €. Laissez vide s’il n’y en a pas',
  capNotAboveZero: 'Un plafond est supérieur à 0 €. Laissez vide s’il n’y en a pas',
  bonusNotAboveZero: 'Une prime verse quelque chose',
  monthsOutOfRange: 'Un nombre entier de mois, de 1 à {max}',
  paysNothing: 'La règle ne verse rien pour un lead : donnez-lui un taux, une somme fixe ou les deux',
  percentDecimals: 'Le pourcentage a au plus deux décimales',
  percentOutOfRange: 'Un pourcentage entre 0 et 100',
  tooManyBonuses: 'Au plus {max} primes',
  theBonus: 'La prime',
  theCap: 'Le plafond',
  theFixedSum: 'La somme fixe',
  theThreshold: 'Le seuil',
  warnBonusAboveRevenue: 'À {from} de chiffre d’affaires, le taux et la prime font {paid} : plus que le chiffre d’affaires.',
  warnFixedAlways: 'Le taux et la somme fixe dépassent le chiffre d’affaires, quel que soit le montant.',
  warnFixedBelow: 'Verse plus que le chiffre d’affaires quand celui-ci est inférieur à {amount}.',
  warnRatesAboveRevenue: 'Le taux et les primes font jusqu’à {percent} du chiffre d’affaires.',
  whenOfEstimate:
    'Une part de l’estimation est versée une fois, pour la signature. Pour choisir parmi les paiements, prenez les paiements clients comme base',
} satisfies Texts<keyof typeof en>

import type { BankReason } from './bank-answer.ts'

/** ISO 20022 external status and return reason codes that occur with SEPA credit transfers, for the provider's staff. */
const reasons: Readonly<Record<string, string>> = {
  AB05: 'Délai dépassé à la banque du bénéficiaire',
  AB06: 'Délai dépassé entre les banques',
  AB08: 'Banque du bénéficiaire injoignable',
  AB09: 'Erreur à la banque du bénéficiaire',
  AB10: 'Erreur dans une banque intermédiaire',
  AC01: 'IBAN incorrect ou inexistant',
  AC02: 'Compte à débiter incorrect',
  AC03: 'IBAN du bénéficiaire incorrect',
  AC04: 'Compte clos',
  AC06: 'Compte bloqué',
  AC07: 'Compte du bénéficiaire clos',
  AC13: 'Type de compte à débiter non admis',
  AC14: 'Type de compte du bénéficiaire non admis',
  AC15: 'Le compte a changé de coordonnées',
  AC16: 'Compte sous séquestre',
  AC17: 'Titulaire du compte en liquidation',
  AG01: 'Virement interdit sur ce compte',
  AG02: 'Code d’opération ou format refusé',
  AG03: 'Type de virement non pris en charge',
  AG09: 'Virement non reçu',
  AG10: 'Banque suspendue du système de paiement',
  AG11: 'Banque du bénéficiaire suspendue du système de paiement',
  AGNT: 'Banque incorrecte',
  AM01: 'Montant nul',
  AM02: 'Montant supérieur au maximum admis',
  AM03: 'Devise non admise',
  AM04: 'Provision insuffisante',
  AM05: 'Doublon',
  AM06: 'Montant inférieur au minimum admis',
  AM07: 'Montant bloqué par une autorité',
  AM09: 'Montant incorrect',
  AM10: 'Somme de contrôle incorrecte',
  AM14: 'Montant supérieur au plafond convenu avec la banque',
  AM18: 'Nombre de virements incorrect',
  AM23: 'Montant supérieur à la limite de règlement',
  ARDT: 'Virement déjà retourné',
  BE01: 'Le titulaire ne correspond pas au compte',
  BE04: 'Adresse du bénéficiaire manquante ou incorrecte',
  BE05: 'Donneur d’ordre inconnu',
  BE06: 'Bénéficiaire inconnu de sa banque',
  BE07: 'Adresse du donneur d’ordre manquante ou incorrecte',
  BE08: 'Erreur de la banque',
  BE16: 'Identifiant du donneur d’ordre incorrect',
  BE17: 'Identifiant du bénéficiaire incorrect',
  CH03: 'Date d’exécution trop éloignée',
  CH17: 'Élément non admis dans le fichier',
  CNOR: 'Banque du bénéficiaire non raccordée à SEPA',
  CURR: 'Devise incorrecte',
  CUST: 'Demande du donneur d’ordre',
  DNOR: 'Banque du donneur d’ordre non raccordée à SEPA',
  DS02: 'Ordre annulé par un signataire',
  DS0H: 'Signataire non habilité sur ce compte',
  DT01: 'Date d’exécution incorrecte',
  DT06: 'Date d’exécution modifiée par la banque',
  DU01: 'Numéro de remise déjà utilisé',
  DU02: 'Référence de groupe déjà utilisée',
  DU03: 'Virement envoyé deux fois',
  DU04: 'Référence de virement déjà utilisée',
  DUPL: 'Virement en double',
  ED05: 'Règlement entre banques échoué',
  ERIN: 'Libellé étendu non pris en charge',
  FF01: 'Format de fichier incorrect',
  FF05: 'Instrument de paiement incorrect',
  FOCR: 'Retour après demande d’annulation',
  FR01: 'Fraude signalée',
  FRAD: 'Fraude signalée',
  MD06: 'Retour demandé par le bénéficiaire',
  MD07: 'Titulaire décédé',
  MS02: 'Refus du bénéficiaire, motif non communiqué',
  MS03: 'Motif non communiqué par la banque',
  NARR: 'Motif donné en toutes lettres',
  NOAS: 'Pas de réponse du bénéficiaire',
  NOOR: 'Virement d’origine jamais reçu',
  RC01: 'BIC incorrect',
  RC03: 'Banque du donneur d’ordre incorrecte',
  RC04: 'Banque du bénéficiaire incorrecte',
  RC07: 'BIC du bénéficiaire incorrect',
  RF01: 'Référence déjà utilisée',
  RR01: 'Identification du donneur d’ordre manquante (raison réglementaire)',
  RR02: 'Nom ou adresse du donneur d’ordre manquant (raison réglementaire)',
  RR03: 'Nom ou adresse du bénéficiaire manquant (raison réglementaire)',
  RR04: 'Raison réglementaire',
  RR07: 'Libellé structuré non conforme',
  RR09: 'Référence structurée incorrecte',
  RR12: 'Identification exigée par le pays manquante',
  SL01: 'Service de la banque du donneur d’ordre',
  SL02: 'Service de la banque du bénéficiaire',
  TECH: 'Problème technique',
  TM01: 'Reçu après l’heure limite',
  UPAY: 'Paiement non dû',
}

/** 'AC04 : Compte clos (account closed 2026)'. Codes that the table lacks stand for themselves. */
export function bankReasonText({ code, info }: BankReason): string {
  const meaning =
    code === null
      ? 'Motif non communiqué par la banque'
      : `${code} : ${(Object.hasOwn(reasons, code) ? reasons[code] : null) ?? 'motif propre à la banque'}`
  return info.length > 0 ? `${meaning} (${info.join(' ')})` : meaning
}

/** Codes that say of an account that nothing can be paid to it: another transfer would come back as well. */
const accountCodes: ReadonlySet<string> = new Set([
  ...['AC01', 'AC03', 'AC04', 'AC06', 'AC07', 'AC14', 'AC15', 'AC16', 'AC17'],
  ...['AG01', 'BE06', 'MD07', 'RC04', 'RC07'],
])

/** Whether the bank refuses the account itself, and not this one transfer. */
export function refusesAccount(reasons: readonly BankReason[]): boolean {
  return reasons.some(({ code }) => code !== null && accountCodes.has(code))
}

/** The reasons of one transfer in words, within `max` characters. */
export function bankReasonsText(reasons: readonly BankReason[], max: number): string {
  const all = (reasons.length > 0 ? reasons : [{ code: null, info: [] }]).map(bankReasonText).join(' ; ')
  return all.length > max ? `${all.slice(0, max - 1)}…` : all
}

/** Codes of the table, for its tests. */
export const bankReasonCodes: readonly string[] = Object.keys(reasons)

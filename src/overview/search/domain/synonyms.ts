import { foldText } from '#platform/domain/fold-text.ts'
import { startsAlmost, wordsIn } from '#platform/domain/one-edit.ts'

/** Words that people use for the same thing, folded: in English and French, and as the field says it. */
const synonyms: readonly (readonly string[])[] = [
  ['lead', 'contact', 'prospect', 'piste', 'apport', 'opportunity'],
  ['partner', 'partenaire', 'apporteur', 'affiliate', 'referrer'],
  ['commission', 'remuneration', 'prime'],
  ['payout', 'versement', 'virement', 'paiement', 'reglement', 'transfer'],
  ['payment', 'paiement', 'reglement', 'encaissement', 'virement'],
  ['statement', 'releve'],
  ['invoice', 'facture', 'bill'],
  ['receipt', 'recepisse', 'recu'],
  ['tier', 'tiers', 'palier', 'niveau', 'bareme'],
  ['contract', 'contrat', 'convention'],
  ['amendment', 'avenant'],
  ['template', 'modele'],
  ['signature', 'sign', 'signer'],
  ['dispute', 'litige', 'contestation', 'reclamation'],
  ['registration', 'enregistrement', 'inscription', 'protection'],
  ['bank', 'banque', 'iban', 'rib', 'compte'],
  ['answer', 'reponse', 'retour', 'camt'],
  ['file', 'fichier', 'sepa', 'pain'],
  ['client', 'customer'],
  ['add', 'new', 'create', 'ajouter', 'nouveau', 'nouvelle', 'creer'],
  ['invite', 'inviter', 'invitation'],
  ['import', 'importer'],
  ['export', 'exporter', 'csv', 'excel', 'telecharger', 'download'],
  ['run', 'lot'],
  ['close', 'cloturer', 'cloture', 'fermer'],
  ['month', 'mois'],
  ['year', 'annee', 'exercice', 'declaration', 'das2'],
  ['settings', 'reglages', 'parametres', 'preferences', 'configuration'],
  ['announcement', 'annonce', 'actualite'],
  ['resource', 'ressource', 'document', 'fichier'],
  ['team', 'equipe', 'staff', 'people', 'personnes', 'role', 'droits'],
  ['journal', 'audit', 'historique', 'history'],
  ['status', 'statut', 'progression'],
  ['dashboard', 'accueil', 'home', 'overview'],
  ['billing', 'facturation'],
  ['vat', 'tva'],
  ['password', 'passe', 'mdp'],
  ['profile', 'profil'],
  ['notifications', 'alertes', 'mails', 'emails'],
  ['theme', 'apparence', 'appearance'],
  ['dark', 'sombre'],
  ['light', 'clair'],
  ['sign', 'log', 'deconnexion', 'quitter', 'logout'],
  ['failed', 'echec', 'erreurs', 'errors'],
  ['backup', 'sauvegarde'],
  ['key', 'cle'],
]

/** The other words for a typed one, where it is the beginning of such a word; with `slips`, also of one with a letter wrong. */
export function otherWords(typed: string, { slips }: { readonly slips: boolean }): readonly string[] {
  if (typed.length < 3) return []
  const begins = (word: string) => (slips ? startsAlmost(word, typed) : word.startsWith(typed))
  return synonyms.filter((words) => words.some(begins)).flat()
}

interface Text {
  readonly label: string
  /** What stands beside the label, and words that people look for it by. */
  readonly more: string
}

/**
 * How well a text answers what was typed: 0 with all typed words in the label, 1 with some beside it or in other words, 2 with a
 * letter wrong, null if it does not.
 */
export function rankOf({ label, more }: Text, typed: string): 0 | 1 | 2 | null {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const [inLabel, all] = [foldText(label), foldText(`${label} ${more}`)]
  if (words.every((word) => inLabel.includes(word))) return 0
  const known = wordsIn(all)
  const has = (word: string) => known.some((each) => each.startsWith(word))
  if (words.every((word) => all.includes(word) || otherWords(word, { slips: false }).some(has))) return 1
  const almost = (word: string) =>
    all.includes(word) || known.some((each) => startsAlmost(each, word)) || otherWords(word, { slips: true }).some(has)
  return words.every(almost) ? 2 : null
}

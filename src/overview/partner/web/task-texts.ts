import { daysLeft } from '#leads/registrations/domain/registrations.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { PartnerTask } from '../api.ts'
import type { TaskKind } from '../domain/tasks.ts'

interface Texts {
  readonly title: string
  readonly button: string
  /** What explains it; empty if the title says it all. */
  readonly hint: string
}

const about = (subject: string) => (subject ? ` : ${subject}` : '')
const on = (before: string, at: string | null) => (at ? `${before} ${shortDate(at)}` : '')

/** 'finit aujourd’hui', 'finit dans 12 jours' */
function ends(due: string | null, now: Date): string {
  const days = due ? daysLeft(new Date(due), now) : 0
  return days <= 1 ? 'finit sous 24 heures' : `finit dans ${days} jours`
}

const texts: Readonly<Record<TaskKind, (task: PartnerTask, now: Date) => Texts>> = {
  contract: () => ({ title: 'Signez votre contrat', button: 'Signer', hint: '' }),
  amendment: ({ subject, since }) => ({
    title: `Signez l’avenant${about(subject)}`,
    button: 'Signer',
    hint: on('Reçu le', since),
  }),
  mandate: () => ({
    title: 'Signez le mandat de facturation',
    button: 'Signer',
    hint: 'Il permet d’établir vos factures à votre place',
  }),
  bank_missing: () => ({ title: 'Ajoutez vos coordonnées bancaires', button: 'Ajouter', hint: 'Pour recevoir vos commissions' }),
  bank_checksum: () => ({ title: 'Corrigez votre IBAN', button: 'Corriger', hint: 'Sa clé de contrôle ne correspond pas' }),
  bank_refused: () => ({ title: 'Corrigez votre IBAN', button: 'Corriger', hint: 'La banque a refusé ce compte' }),
  bank_unreadable: () => ({ title: 'Saisissez de nouveau votre IBAN', button: 'Saisir', hint: 'Il ne peut plus être lu' }),
  bank_returned: ({ subject, reason }) => ({
    title: 'Vérifiez votre IBAN',
    button: 'Vérifier',
    hint: `La banque a retourné ${subject}${about(reason)}`,
  }),
  bank_name: () => ({
    title: 'Vérifiez le titulaire du compte',
    button: 'Vérifier',
    hint: 'Votre banque le connaît sous un autre nom',
  }),
  billing: ({ reason }) => ({ title: 'Complétez votre profil de facturation', button: 'Compléter', hint: reason }),
  billing_missing: () => ({
    title: 'Indiquez comment vous facturez',
    button: 'Indiquer',
    hint: 'Sans profil de facturation, vos relevés sont sans TVA',
  }),
  document_requested: ({ subject, since }) => ({
    title: `Envoyez votre ${subject}`,
    button: 'Envoyer',
    hint: on('Demande du', since),
  }),
  document_refused: ({ subject, since, reason }) => ({
    title: `Remplacez votre ${subject}`,
    button: 'Remplacer',
    hint: `${on('Refus du', since)}${about(reason)}`,
  }),
  document_expired: ({ subject, due }) => ({
    title: `Renouvelez votre ${subject}`,
    button: 'Renouveler',
    hint: on('Fin de validité le', due),
  }),
  document_ending: ({ subject, due }) => ({
    title: `Renouvelez votre ${subject}`,
    button: 'Renouveler',
    hint: on('Valable jusqu’au', due),
  }),
  invoice_missing: ({ subject, since }) => ({
    title: `Envoyez la facture de ${subject}`,
    button: 'Envoyer',
    hint: on('Relevé du', since),
  }),
  invoice_refused: ({ subject }) => ({
    title: `Envoyez une nouvelle facture pour ${subject}`,
    button: 'Envoyer',
    hint: 'La dernière a été refusée',
  }),
  statement: ({ subject, due }) => ({
    title: `Acceptez le relevé ${subject}`,
    button: 'Voir',
    hint: on('Sans réponse, accepté le', due),
  }),
  dispute: ({ subject, since }) => ({
    title: `Répondez dans votre contestation${about(subject)}`,
    button: 'Répondre',
    hint: on('Réponse du', since),
  }),
  message: ({ subject, since }) => ({
    title: `Répondez au message${about(subject)}`,
    button: 'Lire',
    hint: on('Reçu le', since),
  }),
  protection: ({ subject, due }, now) => ({
    title: `La protection de ${subject} ${ends(due, now)}`,
    button: 'Prolonger',
    hint: on('Jusqu’au', due),
  }),
  registration: ({ subject, since }) => ({
    title: `Complétez l’enregistrement de ${subject}`,
    button: 'Compléter',
    hint: on('Refusé comme incomplet le', since),
  }),
  announcement: ({ subject }) => ({ title: `Lisez « ${subject} »`, button: 'Lire', hint: '' }),
}

export const taskTexts = (task: PartnerTask, now: Date): Texts => texts[task.kind](task, now)

/** '3 948 € en dépendent'; what hangs on a task before it too is said to be the same. Empty without money. */
export function dependsText({ dependsCents, sharedCents }: Pick<PartnerTask, 'dependsCents' | 'sharedCents'>): string {
  if (dependsCents === 0 && sharedCents === 0) return ''
  if (sharedCents === 0) return `${formatEuros(dependsCents)} en dépendent`
  if (dependsCents === 0) return `Les mêmes ${formatEuros(sharedCents)} en dépendent aussi`
  return `${formatEuros(dependsCents + sharedCents)} en dépendent, dont ${formatEuros(sharedCents)} déjà comptés`
}

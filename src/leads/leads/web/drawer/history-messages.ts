import { nameOf } from '#accounts/people/domain.ts'
import type { ClientAnswer } from '#leads/client-confirmations/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { TimelineEntry } from '../../api/lead-thread.ts'
import type { LeadHistoryField } from '../../domain/lead-history.ts'
import { type LeadStatus, leadStatusLabels } from '../../domain/leads.ts'
import { leadFieldLabels } from '../lead-field-labels.ts'
import { leadFieldText, type Offers } from './lead-field-text.ts'

const fieldLabels: Readonly<Record<LeadHistoryField, string>> = { ...leadFieldLabels.fr, status: 'Étape' }

function valueText(field: LeadHistoryField, value: string | number, offers: Offers): string {
  if (field === 'status') return leadStatusLabels[value as LeadStatus]
  return leadFieldText(field, value, offers) || '—'
}

/** One line per changed field: 'Téléphone : — → 06 12 34 56 78'. */
export function changeLines({ what, changes }: TimelineEntry, offers: Offers): string[] {
  if (what !== 'lead.changed') return []
  return changes.map(({ field, before, after }) => {
    const [from, to] = [before, after].map((value) => valueText(field, value, offers))
    return `${fieldLabels[field]} : ${from} → ${to}`
  })
}

const answerSentences: Readonly<Record<string, string>> = {
  yes: 'Le client a confirmé',
  other: 'Le client a répondu qu’il est en contact avec une autre personne',
  no: 'Le client a répondu que ce n’est pas exact',
  never: 'Le client ne veut plus être sollicité',
} satisfies Record<ClientAnswer, string>

const withNote = (sentence: string, note: string) => (note ? `${sentence} : ${note}` : sentence)

function basisText(basis: string): string {
  if (basis === 'cash') return 'chaque paiement du client'
  return basis === 'signature' ? 'la validation par l’équipe' : 'la règle du programme'
}

/** The sentence for one entry of a lead's history. */
export function sentenceOf(entry: TimelineEntry, offers: Offers): string {
  const who = entry.who ? nameOf(entry.who) : 'Le portail'
  const amount = entry.amountCents === null ? '' : formatEurosExact(entry.amountCents)
  switch (entry.what) {
    case 'lead.created':
      return `${who} a enregistré le lead`
    case 'lead.changed':
      return `${who} a modifié le lead`
    case 'lead.moved': {
      const [from, to] = entry.changes.flatMap(({ field, before, after }) =>
        [before, after].map((v) => valueText(field, v, offers)),
      )
      const why = entry.note ? `. Motif : ${entry.note}` : ''
      return `${who} a déplacé le lead de «\u00a0${from}\u00a0» à «\u00a0${to}\u00a0»${why}`
    }
    case 'lead.loss_explained':
      return `${who} a indiqué le motif de la perte : ${entry.note}`
    case 'lead.introduced':
      return 'Le client a laissé ses coordonnées par le lien de l’apporteur'
    case 'lead.client_asked':
      return `${who} a demandé au client de confirmer`
    case 'lead.client_answered':
      return answerSentences[entry.note] ?? 'Le client a répondu'
    case 'lead.signed':
      return 'Le lead est signé'
    case 'lead.duplicate_cleared':
      return `${who} a indiqué que ce n’est pas un doublon`
    case 'commission.created':
      return `Commission de ${amount} créée`
    case 'commission.corrected':
      return `${who} a corrigé la commission : ${amount}`
    case 'commission.validated':
      return `${who} a validé la commission de ${amount}`
    case 'commission.paid':
      return `${who} a marqué la commission de ${amount} comme payée`
    case 'commission.removed':
      return `Commission en attente de ${amount} supprimée`
    case 'commission.reversed':
      return `${who} a repris ${amount} sur la commission`
    case 'commission.held':
      return `${who} a suspendu le paiement de la commission de ${amount}`
    case 'commission.released':
      return `${who} a levé la suspension de la commission de ${amount}`
    case 'commission.remainder_changed':
      return `Commission encore attendue : ${amount}`
    case 'client_payment.recorded':
      return `${who} a enregistré un paiement du client de ${amount} (facture ${entry.note})`
    case 'client_payment.refunded':
      return `${who} a enregistré un remboursement au client de ${amount} (${entry.note})`
    case 'lead.remainder_closed':
      return `${who} a soldé le reste attendu de ${amount} : ${entry.note}`
    case 'lead.basis_changed':
      return `${who} a choisi ce qui rend la commission exigible : ${basisText(entry.note)}`
    case 'lead.handed_over':
      return withNote('Le lead a été confié à un autre apporteur', entry.note)
    case 'registration.accepted':
      return withNote(`${who} a accepté l’inscription`, entry.note)
    case 'registration.refused':
      return withNote(`${who} a refusé l’inscription`, entry.note)
    case 'registration.merged':
      return withNote(`${who} a regroupé l’inscription avec un dossier déjà suivi`, entry.note)
    case 'registration.confirmed':
      return withNote(`${who} a confirmé l’inscription`, entry.note)
    case 'registration.resubmitted':
      return 'La société a changé : l’inscription attend une nouvelle réponse'
    case 'registration.appealed':
      return withNote(`${who} a demandé un réexamen`, entry.note)
    case 'registration.extension_asked':
      return withNote(`${who} a demandé une prolongation`, entry.note)
    case 'registration.extension_granted':
      return withNote(`${who} a prolongé la protection`, entry.note)
    case 'registration.extension_refused':
      return withNote(`${who} a refusé la prolongation`, entry.note)
    case 'registration.expired':
      return 'La protection est terminée'
    case 'dispute.opened':
      return amount ? `${who} a contesté la commission de ${amount}` : `${who} a signalé une commission manquante`
    case 'dispute.answered':
      return `${who} a répondu à la contestation`
    case 'dispute.replied':
      return `${who} a relancé sa contestation`
    case 'dispute.corrected':
      return `${who} a donné suite à la contestation`
    case 'dispute.upheld':
      return `${who} a rejeté la contestation`
    case 'dispute.withdrawn':
      return `${who} a retiré sa contestation`
  }
}

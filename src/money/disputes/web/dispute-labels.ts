import { type DisputeState, disputeStateLabels } from '../domain.ts'

/** Language of the page around: leads speak French, commissions English. */
export type Lang = 'en' | 'fr'

const frenchStates: Readonly<Record<DisputeState, string>> = {
  open: 'Ouverte',
  answered: 'Réponse reçue',
  corrected: 'Corrigée',
  upheld: 'Maintenue',
  withdrawn: 'Retirée',
}

const en = {
  title: 'Dispute',
  staff: 'Staff',
  states: disputeStateLabels,
  opened: 'Opened on',
  answered: 'answered on',
  closed: 'closed on',
  expected: 'Expected:',
  older: 'Older messages',
  thread: 'Messages about the dispute',
  reply: 'Your reply',
  send: 'Reply',
  sent: 'Reply sent',
  withdraw: 'Withdraw',
  withdrawn: 'Dispute withdrawn',
  withdrawText: 'Withdraw this dispute? The commission stays as it is.',
  cancel: 'Cancel',
  error: 'Error',
  invalid: 'Missing fields',
  amountTitle: 'Dispute this amount',
  missingTitle: 'Dispute a missing commission',
  amountText: 'The commission is not paid until the dispute is decided.',
  missingText: 'Say which commission you expected, and why. You get an answer by email and here.',
  what: 'What is wrong',
  amount: 'Amount you expect (€)',
  wasOpened: 'Dispute opened',
} as const

const fr: { readonly [K in keyof typeof en]: K extends 'states' ? Readonly<Record<DisputeState, string>> : string } = {
  title: 'Contestation',
  staff: 'Équipe',
  states: frenchStates,
  opened: 'Ouverte le',
  answered: 'réponse le',
  closed: 'clôturée le',
  expected: 'Montant attendu :',
  older: 'Messages plus anciens',
  thread: 'Messages de la contestation',
  reply: 'Votre réponse',
  send: 'Répondre',
  sent: 'Réponse envoyée',
  withdraw: 'Retirer',
  withdrawn: 'Contestation retirée',
  withdrawText: 'Retirer cette contestation ? La commission reste telle quelle.',
  cancel: 'Annuler',
  error: 'Erreur',
  invalid: 'Erreur de validation',
  amountTitle: 'Contester ce montant',
  missingTitle: 'Contester une commission manquante',
  amountText: 'La commission n’est pas payée tant que la contestation n’est pas tranchée.',
  missingText: 'Dites quelle commission vous attendiez, et pourquoi. La réponse arrive par e-mail et ici.',
  what: 'Ce qui ne va pas',
  amount: 'Montant attendu (€)',
  wasOpened: 'Contestation ouverte',
}

export const words = { en, fr } as const

export const disputeTones = {
  open: 'todo',
  answered: 'known',
  corrected: 'received',
  upheld: 'refuse',
  withdrawn: 'refuse',
} as const

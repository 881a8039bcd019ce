import { describe, expect, test } from 'vitest'
import { fieldsOf, usualFields } from '#leads/lead-settings/web/data.ts'
import type { TimelineEntry } from '#leads/leads/api/lead-thread.ts'
import { leadHistoryEvents } from '#leads/leads/domain/lead-history.ts'
import { readableOffers } from '#test/default-offers.ts'
import { defaultStages } from '#test/default-stages.ts'
import { changeLines, sentenceOf } from './history-messages.ts'

const offers = readableOffers()
const words = {
  offers,
  stages: new Map(defaultStages.map((stage) => [stage.key, stage])),
  fields: fieldsOf({ fields: usualFields, offers: [...offers.values()] }),
}
const entry = (parts: Partial<TimelineEntry>): TimelineEntry => ({
  id: '01900000-0000-7000-8000-000000000000',
  at: '2026-03-05T13:30:00.000Z',
  what: 'lead.created',
  who: { name: 'Marie Dupont', deleted: false, staff: false },
  changes: [],
  amountCents: null,
  note: '',
  ...parts,
})
/** Replaces non-breaking spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ')

describe('the messages of a lead’s history', () => {
  test('a move names both columns by their labels', () => {
    const changes = [{ field: 'status' as const, before: 'premier_contact', after: 'signe' }]
    expect(plain(sentenceOf(entry({ what: 'lead.moved', changes }), words))).toBe(
      'Marie Dupont a déplacé le lead de « En cours » à « Signé »',
    )
  })

  test('each changed field has a line with its old and new value', () => {
    const changes = [
      { field: 'phone' as const, before: '', after: '06 12 34 56 78' },
      { field: 'estimatedAmountCents' as const, before: 1_200_000, after: 0 },
      { field: 'offerType' as const, before: 'star', after: 'custom' },
    ]
    expect(changeLines(entry({ what: 'lead.changed', changes }), words).map(plain)).toEqual([
      'Téléphone : — → 06 12 34 56 78',
      'Montant estimé : 12 000 € → 0 €',
      "Type d'offre : Star 8-12K€ → Custom 30-50K€",
    ])
  })

  test('actions of the portal, of deleted people and of colleagues who left are described as such', () => {
    expect(sentenceOf(entry({ who: null }), words)).toBe('Le portail a enregistré le lead')
    expect(sentenceOf(entry({ who: { name: 'Paul', deleted: true, staff: true } }), words)).toBe(
      'Paul (deleted) a enregistré le lead',
    )
    expect(sentenceOf(entry({ who: { name: 'Paul', deleted: true, left: true, staff: false } }), words)).toBe(
      'Paul (parti) a enregistré le lead',
    )
  })

  test.each(leadHistoryEvents)('%s has a message', (what) => {
    const changes = [{ field: 'status' as const, before: 'nouveau', after: 'signe' }]
    const sentence = sentenceOf(entry({ what, changes, amountCents: 180_000 }), words)
    expect(sentence).not.toContain('undefined')
    if (what.startsWith('commission.')) expect(plain(sentence)).toContain('1 800,00 €')
  })

  test('what a client has paid is told with the invoice, and why nothing more comes', () => {
    const messageText = (what: TimelineEntry['what'], note: string, amountCents: number | null = 500_000) =>
      plain(sentenceOf(entry({ what, note, amountCents }), words))
    expect(messageText('client_payment.recorded', 'F-12')).toBe(
      'Marie Dupont a enregistré un paiement du client de 5 000,00 € (facture F-12)',
    )
    expect(messageText('client_payment.refunded', 'AV-1')).toBe(
      'Marie Dupont a enregistré un remboursement au client de 5 000,00 € (AV-1)',
    )
    expect(messageText('lead.remainder_closed', 'Projet réduit')).toBe(
      'Marie Dupont a soldé le reste attendu de 5 000,00 € : Projet réduit',
    )
    expect(messageText('lead.basis_changed', 'cash', null)).toBe(
      'Marie Dupont a choisi ce qui rend la commission exigible : chaque paiement du client',
    )
  })
})

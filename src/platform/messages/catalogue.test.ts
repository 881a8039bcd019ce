import { describe, expect, it } from 'vitest'
import { defaultReading, setReadingSource, type WrittenLanguage, writtenLanguages } from '#platform/domain/languages.ts'
import { catalogue } from './catalogue.ts'
import type { Texts } from './texts.ts'

const en = {
  paid: 'Paid',
  payouts: '{count, plural, one {# payout} other {# payouts}} of {partner}',
  terms: 'Read the <link>terms</link> first.',
} as const
const fr = {
  paid: 'Payé',
  payouts: '{count, plural, one {# virement} other {# virements}} pour {partner}',
  terms: 'Lisez d’abord les <link>conditions</link>.',
}
/** Two languages are enough here, however many the portal is written in. */
const others = Object.fromEntries(writtenLanguages.map((each) => [each, {}])) as Record<WrittenLanguage, Texts>
const m = catalogue({ ...others, en, fr, specified: { paid: 'en', terms: { fr: 'Lisez les <link>CGU</link>.' } } })

function readAs<T>(language: 'specified' | 'fr' | 'en', side: 'fr' | 'en', read: () => T): T {
  setReadingSource(() => ({ language, side }))
  try {
    return read()
  } finally {
    setReadingSource(() => defaultReading)
  }
}

describe('messages', () => {
  it('are said in the language that somebody reads, with its plurals', () => {
    expect(readAs('fr', 'en', () => [m.paid(), m.payouts({ count: 0, partner: 'Léa' })])).toEqual(['Payé', '0 virement pour Léa'])
    expect(readAs('en', 'fr', () => [m.paid(), m.payouts({ count: 0, partner: 'Léa' })])).toEqual(['Paid', '0 payouts of Léa'])
  })

  it('are quoted by `specified`, and else in the language of the reader’s side', () => {
    expect(readAs('specified', 'fr', () => [m.paid(), m.payouts({ count: 2, partner: 'Léa' })])).toEqual([
      'Paid',
      '2 virements pour Léa',
    ])
    expect(readAs('specified', 'en', () => m.payouts({ count: 2000, partner: 'Léa' }))).toBe('2,000 payouts of Léa')
  })

  it('give what stands between tags to the page', () => {
    const link = (parts: unknown[]) => ({ link: parts.join('') })
    expect(readAs('en', 'en', () => m.terms({ link }))).toEqual(['Read the ', { link: 'terms' }, ' first.'])
    expect(readAs('specified', 'fr', () => m.terms({ link }))).toEqual(['Lisez les ', { link: 'CGU' }, '.'])
    expect(readAs('specified', 'en', () => m.terms({ link }))).toEqual(['Read the ', { link: 'terms' }, ' first.'])
  })
})

import { describe, expect, test } from 'vitest'
import { readingIn } from '#platform/domain/languages.ts'
import { foreignLanguage, nameIn } from '#platform/domain/names.ts'
import { defaultOffers } from '#test/default-offers.ts'
import { type OfferDraft, offerErrors, sameOffer } from './offer-draft.ts'
import { nameFor, proposedAmount } from './offers.ts'

const amounts = { suggestedCents: null, leastCents: 100_000, mostCents: 300_000 }

describe('the amount that an offer proposes', () => {
  test.each(defaultOffers)('the proposed amount of $key lies in the middle of the range that its label names', (offer) => {
    const [lowest, highest] = [offer.leastCents ?? 0, offer.mostCents ?? 0]
    expect(offer.name).toContain(`${lowest / 100_000}-${highest / 100_000}K€`)
    const proposed = proposedAmount(offer) ?? 0
    expect(proposed - lowest).toBe(highest - proposed)
  })

  test('it is what staff suggest, then the middle of the range to the cent, or none', () => {
    expect(proposedAmount({ ...amounts, suggestedCents: 250_000 })).toBe(250_000)
    expect(proposedAmount({ ...amounts, mostCents: 100_001 })).toBe(100_001)
    expect(proposedAmount({ suggestedCents: null, leastCents: null, mostCents: null })).toBeNull()
  })
})

describe('what amounts say against each other', () => {
  test.each([
    ['a range with both bounds', amounts, []],
    ['no amount at all', { suggestedCents: null, leastCents: null, mostCents: null }, []],
    ['an amount without a range', { ...amounts, suggestedCents: 1, leastCents: null, mostCents: null }, []],
    ['a range without its end', { ...amounts, mostCents: null }, ['mostCents']],
    ['a range without its beginning', { ...amounts, leastCents: null }, ['leastCents']],
    ['a range the wrong way round', { ...amounts, leastCents: 300_001 }, ['mostCents']],
    ['a suggestion below the range', { ...amounts, suggestedCents: 99_999 }, ['suggestedCents']],
    ['a suggestion above the range', { ...amounts, suggestedCents: 300_001 }, ['suggestedCents']],
    ['a suggestion at its bound', { ...amounts, suggestedCents: 300_000 }, []],
    ['a suggestion of nothing', { suggestedCents: 0, leastCents: null, mostCents: null }, ['suggestedCents']],
  ])('%s', (_, draft, paths) => {
    expect(offerErrors(draft).map(({ path }) => path)).toEqual(paths)
    for (const { message } of offerErrors(draft)) expect(message).toMatch(/\.$/)
  })
})

test('a name is in another language than the page where it is the name in that language', () => {
  const [automation] = defaultOffers
  if (!automation) throw new Error('there is a first offer')
  const read = (reading: ReturnType<typeof readingIn>, isStaff: boolean) => {
    const name = nameFor(automation, isStaff)
    return [nameIn(name, reading), foreignLanguage(name, reading)]
  }
  expect(read(readingIn('specified', 'en'), true)).toEqual(['Essentielle', 'fr'])
  expect(read(readingIn('specified', 'fr'), false)).toEqual(['Automation simple 3-5K€', null])
  expect(read(readingIn('en', 'en'), true)).toEqual(['Essential', null])
  expect(foreignLanguage({ name: 'Audit', names: {} }, readingIn('en', 'en'))).toBeNull()
})

test('two drafts differ by each of their fields', () => {
  const draft: OfferDraft = {
    ...amounts,
    name: 'Audit',
    names: {},
    staffName: 'Audit',
    staffNames: {},
    description: '',
    descriptions: {},
    onIntroductions: false,
  }
  expect(sameOffer(draft, { ...draft, names: {} })).toBe(true)
  for (const change of [
    { name: 'Bilan' },
    { names: { en: 'Review' } },
    { staffName: 'Bilan' },
    { staffNames: { en: 'Review' } },
    { description: 'Un jour' },
    { descriptions: { en: 'A day' } },
    { suggestedCents: 1 },
    { leastCents: 1 },
    { mostCents: 1 },
    { onIntroductions: true },
  ]) {
    expect(sameOffer(draft, { ...draft, ...change })).toBe(false)
  }
})

import { describe, expect, test } from 'vitest'
import { type SentTexts, whenRendered, withSent } from './sent-texts.ts'

const rendering = (sent: SentTexts, searches: readonly string[]) => {
  let left = sent
  const foreign = searches.filter((search) => {
    const rendered = whenRendered(left, search)
    left = rendered.sent
    return rendered.isForeign
  })
  return { left, foreign }
}

describe('the searches that a field has sent', () => {
  test('come back one after the other without being taken for those of a link', () => {
    expect(rendering(['', 'éli', 'élise'], ['', 'éli', 'élise'])).toEqual({ left: ['élise'], foreign: [] })
  })
  test('may be rendered without those between them', () => {
    expect(rendering(['', 'éli', 'élis', 'élise'], ['élise'])).toEqual({ left: ['élise'], foreign: [] })
  })
  test('are forgotten once the last one is rendered', () => {
    expect(rendering(['', 'éli', ''], ['', 'éli'])).toEqual({ left: ['éli'], foreign: ['éli'] })
  })
  test('are noted once', () => {
    expect(withSent(withSent([''], 'éli'), 'éli')).toEqual(['', 'éli'])
  })
  test('give way to the search of a link', () => {
    expect(rendering(['', 'éli'], ['robert', 'robert'])).toEqual({ left: ['robert'], foreign: ['robert'] })
    expect(rendering(['élise'], [''])).toEqual({ left: [''], foreign: [''] })
  })
})

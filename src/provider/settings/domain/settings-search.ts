import { foldText } from '#platform/domain/fold-text.ts'
import { type SearchableSetting, searchableSettings } from './settings.ts'

interface FoundSetting extends SearchableSetting {
  /** The value that was meant, where it is one of the card's fields. */
  readonly label: string | null
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^a-z0-9.%€&-]+/)
    .filter(Boolean)

/** How well a typed word fits: 3 is the word itself, 2 its beginning, 1 a part of it. */
function rankWord(typed: string, words: readonly string[]): number {
  if (words.includes(typed)) return 3
  if (words.some((word) => word.startsWith(typed))) return 2
  return typed.length > 2 && words.some((word) => word.includes(typed)) ? 1 : 0
}

/** The settings that contain all typed words, in French or English, ignoring case and accents; the best first. */
export function findSettings(typed: string): FoundSetting[] {
  const typedWords = wordsOf(typed)
  if (typedWords.length === 0) return []
  return searchableSettings
    .map((setting) => {
      const titleWords = wordsOf(setting.title)
      const allWords = wordsOf(setting.words)
      const fits = typedWords.map((word) => rankWord(word, allWords))
      const inTitle = typedWords.filter((word) => rankWord(word, titleWords) > 1).length
      const label = setting.labels.find((each) => typedWords.every((word) => rankWord(word, wordsOf(each)) > 0)) ?? null
      return { ...setting, label, score: fits.includes(0) ? 0 : Math.min(...fits) + inTitle }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ score: _, ...setting }) => setting)
}

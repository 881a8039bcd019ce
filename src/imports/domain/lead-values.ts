import type { NamedOffer } from '#leads/offers/domain/offers.ts'
import { normalizeTitle } from '#platform/domain/file-columns.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { oneLine } from '#platform/domain/typed-text.ts'

/** What the stages of the specification were called before, so that older files are read. */
const formerNames: Readonly<Record<string, readonly string[]>> = {
  nouveau: ['new'],
  premier_contact: ['en cours', 'in progress'],
  call_effectue: ['appel', 'call'],
  signe: ['signed'],
  refuse: ['perdu', 'lost'],
}

/** A stage as files may name it: by its key, or by a name that it has in any language. */
export interface NamedStage {
  readonly key: string
  readonly names: readonly string[]
}

/**
 * Finds the stage that a cell names, among those of the board. An empty cell means the first one; null means unknown. A name that
 * a stage has goes before one that another had.
 */
export function readStatus(text: string, stages: readonly NamedStage[]): string | null {
  if (oneLine(text) === '') return stages[0]?.key ?? null
  const word = normalizeTitle(text)
  const isCalled = (names: readonly string[]) => names.some((name) => normalizeTitle(name) === word)
  const found =
    stages.find(({ key, names }) => isCalled([key, ...names])) ??
    stages.find(({ key }) => isCalled(ownValue(formerNames, key) ?? []))
  return found?.key ?? null
}

/** A name without the price behind it: 'Star 8-12K€' is 'Star'. */
const withoutPrice = (name: string) => name.replace(/\s*€?\d.*$/, '')

/**
 * Finds the offer that a cell names: by its key, or by a name that it has or had for either side in any language. A name
 * whose price is left out or is another one counts where only one offer is called so. Null means unknown.
 */
export function readOffer<T extends NamedOffer>(text: string, offers: readonly T[]): T | null {
  const find = (word: string, toWord: (name: string) => string) => {
    if (word === '') return []
    return offers.filter(({ key, names }) => [key, ...names].some((name) => toWord(name) === word))
  }
  const exact = find(normalizeTitle(text), normalizeTitle)
  if (exact.length > 0) return exact.find(({ isOpen }) => isOpen) ?? exact[0] ?? null
  const word = (name: string) => normalizeTitle(withoutPrice(name))
  const [similar, ...others] = find(word(text), word)
  return similar && others.length === 0 ? similar : null
}

/** Shorter words are typed right: most of their neighbours are other words. */
const minFuzzyLength = 4

/**
 * Whether a typed word is the beginning of `word`, or of what it would be without one slip: a letter that is wrong, missing, too
 * many, or swapped with its neighbour. Both folded (`foldText`).
 */
export function startsAlmost(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true
  // A digit more or less is another number.
  if (typed.length < minFuzzyLength || word.length < typed.length - 1 || /\d/.test(typed)) return false
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at += 1
  const rest = typed.slice(at)
  return (
    word.startsWith(rest.slice(1), at + 1) ||
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest.slice(1), at) ||
    (rest.length > 1 && word.startsWith(`${rest[1]}${rest[0]}${rest.slice(2)}`, at))
  )
}

/** The words of a folded text. */
export const wordsIn = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Whether each typed word begins, with one slip at most, a word of the text. Both folded. */
export function matchesAlmost(text: string, typed: string): boolean {
  const words = wordsIn(text)
  return wordsIn(typed).every((one) => words.some((word) => startsAlmost(word, one)))
}

interface KnownAnswer {
  readonly etag: string
  readonly answer: unknown
}

/** More than the addresses that the pages on screen read; every answer is also held by the query cache for some minutes. */
const maxKept = 40

/**
 * Answers by address, the one used longest ago first. They stay in this tab's memory: personal data do not enter the cache of
 * the browser, which outlives a session on a shared computer.
 */
const answers = new Map<string, KnownAnswer>()

/** The last answer of an address with its ETag; a read that is answered 304 is this very object, so that nothing rerenders. */
export function knownAnswer(url: string): KnownAnswer | undefined {
  const known = answers.get(url)
  if (known) keep(url, known)
  return known
}

export function keepAnswer(url: string, etag: string, answer: unknown): void {
  keep(url, { etag, answer })
}

/** For the end of a session. */
export function forgetAnswers(): void {
  answers.clear()
}

function keep(url: string, known: KnownAnswer): void {
  answers.delete(url)
  answers.set(url, known)
  const [oldest] = answers.keys()
  if (answers.size > maxKept && oldest !== undefined) answers.delete(oldest)
}

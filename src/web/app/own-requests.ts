/** More changes than a tab makes before their echoes arrive. */
const maxKept = 100

/** When this tab's own changes were answered, by X-Request-Id. */
const answers = new Map<string, number>()

/** Notes that a change was answered: its echo tells this tab nothing new. One whose answer got lost is not noted. */
export function noteAnswer(requestId: string): void {
  answers.set(requestId, performance.now())
  const [oldest] = answers.keys()
  if (answers.size > maxKept && oldest !== undefined) answers.delete(oldest)
}

/** When this tab's change was answered, in milliseconds of `performance.now()`; null for a change that came from elsewhere. */
export function answeredAt(requestId: string | null): number | null {
  return requestId === null ? null : (answers.get(requestId) ?? null)
}

/** Maximum number of remembered requests; echoes arrive long before. */
const maxAnswers = 100

/** Response times of this tab's changes, by X-Request-Id. */
const answers = new Map<string, number>()

/** Records a successful response, whose echo brings nothing new. Changes with a lost response are not recorded. */
export function noteAnswer(requestId: string): void {
  answers.set(requestId, performance.now())
  const [oldest] = answers.keys()
  if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest)
}

/** Response time of this tab's change (`performance.now()` in ms); null for changes from elsewhere. */
export function answeredAt(requestId: string | null): number | null {
  return requestId === null ? null : (answers.get(requestId) ?? null)
}

/** Keys of changes that got no answer: nobody knows whether they happened, so the next try carries the same key. */
const unanswered = new Map<string, string>()

/** The Idempotency-Key of a change. `crypto.randomUUID` is missing where the portal is reached without TLS. */
export function keyOf(change: string): string {
  const fresh = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return unanswered.get(change) ?? fresh()
}

/** A change was done: whatever was in doubt before, the person has moved on. */
export function done(): void {
  unanswered.clear()
}

/** A change failed: its key is kept while nobody knows whether it happened. */
export function failed(change: string, key: string, inDoubt: boolean): void {
  if (inDoubt) unanswered.set(change, key)
  else unanswered.delete(change)
}

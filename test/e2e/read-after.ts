/**
 * Reads a page once, after the event that ends what it was at: for what has to be as it was, or to stay below a bound, where an
 * assertion that waits would pass before anything has happened. tools/waiting-assertions.ts accepts what is read so.
 */
export async function readAfter<T>(ended: Promise<unknown>, read: () => Promise<T>): Promise<T> {
  await ended
  return read()
}

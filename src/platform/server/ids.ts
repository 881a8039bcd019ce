import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import { referenceAlphabet } from '#platform/domain/references.ts'

/** A new UUIDv7. Sorting by time of creation keeps indexes compact and lists in order. */
export function newId(): string {
  return v7()
}

let sequence = randomInt(2 ** 30)

/**
 * The id of what is recorded at a time: a UUIDv7 with exactly that time, higher than those that this process gave for it before.
 * Events are kept by the month of their id.
 */
export function newIdAt(time: Date): string {
  sequence = (sequence + 1) % 2 ** 32
  return v7({ msecs: time.getTime(), seq: sequence })
}

/** The reference of a sealed document: sixteen random characters (80 bits), which nobody can guess. */
export function newReference(): string {
  return Array.from({ length: 16 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')
}

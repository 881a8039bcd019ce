import { v7 } from 'uuid'

/** A new UUIDv7. Sorting by time of creation keeps indexes compact and lists in order. */
export function newId(): string {
  return v7()
}

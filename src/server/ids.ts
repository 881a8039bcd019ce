import { v7 } from 'uuid'

/** A fresh UUIDv7: sorts by time of creation, which keeps indexes compact and lists in order. */
export function newId(): string {
  return v7()
}

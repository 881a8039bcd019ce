import { m } from '../messages/messages.ts'
import { foldText } from './fold-text.ts'
import { fieldRefusal } from './refusal.ts'

/** The key of a record that staff name: records, files and programs say it. */
export const keyPattern = /^[a-z][a-z0-9_]{0,39}$/
export const keyMax = 40
export const keyUnfit = m.keyUnfit

/** Whether every object has something of this name, which programs could take for the record's: 'constructor'. */
export const isReservedKey = (key: string): boolean => key in {}

/** Refuses `invalid_input` for the key of a new record that is reserved; one that is stored goes on working. */
export function refuseReservedKey(key: string, path = 'key'): void {
  if (isReservedKey(key)) throw fieldRefusal(path, m.keyReserved())
}

/** The value of a key that staff have chosen, where the object itself has one. */
export const ownValue = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined

/**
 * 'Audit énergétique' -> 'audit_energetique', with a number where others have that key or it is reserved; `otherwise` for a
 * name without letters.
 */
export function keyFor(name: string, others: readonly string[], otherwise: string): string {
  const letters = foldText(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[0-9_]+|_+$/g, '')
  const plain = letters.slice(0, keyMax - 3) || otherwise
  const free = (number: number): string => {
    const key = number === 1 ? plain : `${plain}_${number}`
    return others.includes(key) || isReservedKey(key) ? free(number + 1) : key
  }
  return free(1)
}

import { isFromBeginning, waysToReach } from '#leads/fields/domain/fields.ts'
import { missingErrors, refuseErrors, unreachableErrors } from '#leads/fields/server/field-guards.ts'
import type { FieldRow } from '#leads/fields/server/queries.ts'
import type { AskedContact } from '../api.ts'

const contactFields = ['company', 'email', 'phone'] as const

/** What clients are asked of how to reach them: as partners are, and no less than one way. */
export function askedContact(rows: readonly FieldRow[]): AskedContact {
  const isOpen = (key: string) => rows.some((row) => row.key === key && row.put_away_at === null)
  const isOnlyWay = (key: string) => waysToReach.filter(isOpen).join() === key
  const needOf = (key: string): AskedContact['company'] => {
    const row = rows.find((each) => each.key === key)
    if (!row || !isOpen(key)) return 'hidden'
    const isNeeded = isFromBeginning({ required: row.required, requiredFrom: row.required_from })
    return isNeeded || isOnlyWay(key) ? 'required' : 'optional'
  }
  return { company: needOf('company'), email: needOf('email'), phone: needOf('phone') }
}

/** Refuses `invalid_input` with what the form needs of how to reach the client and does not hold. */
export function checkContact(rows: readonly FieldRow[], contact: Readonly<Record<(typeof contactFields)[number], string>>): void {
  const asked = askedContact(rows)
  const isMissing = ({ key }: FieldRow) =>
    contactFields.some((field) => field === key && asked[field] === 'required' && contact[field] === '')
  refuseErrors(missingErrors(rows.filter(isMissing)))
  refuseErrors(unreachableErrors(rows, contact))
}

import { isFromBeginning } from '#leads/fields/domain/fields.ts'
import type { FieldRow } from '#leads/fields/server/queries.ts'
import { chooseRule, versionOverAll } from '#money/rules/domain/choose-rule.ts'
import { countsAll, countsAmount } from '#money/rules/domain/definition.ts'
import { rulesFor } from '#money/rules/server/account-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'

interface SignedLead {
  readonly partnerId: string
  readonly offer: string
}

/** Whether an amount of 0 means that a lead has none: where forms do not ask for it from the beginning. */
export function mayLackAmount(definitions: readonly FieldRow[]): boolean {
  const row = definitions.find(({ key }) => key === 'estimatedAmountCents')
  return !row || row.archived_at !== null || !isFromBeginning({ required: row.required, requiredFrom: row.required_from })
}

/** Whether what a lead brings on this day depends on its amount. The database asks the same (`app.amount_is_missing`). */
export async function needsAmount(tx: Tx, { partnerId, offer }: SignedLead, now: Date): Promise<boolean> {
  const { rules, zone } = await rulesFor(tx, [partnerId])
  const day = isoDay(now, zone)
  const overAll = versionOverAll(rules, partnerId, { from: day, to: day })?.definition.bonuses.filter(countsAll) ?? []
  return (
    countsAmount(chooseRule(rules, { partnerId, offer, day }).definition) ||
    overAll.some(({ measure }) => measure !== 'signatures')
  )
}

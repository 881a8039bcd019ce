import { accessRefusals } from '#access/domain/refusals.ts'
import { accountsRefusals } from '#accounts/domain/refusals.ts'
import { communicationRefusals } from '#communication/domain/refusals.ts'
import { contractsRefusals } from '#contracts/domain/refusals.ts'
import { leadsRefusals } from '#leads/domain/refusals.ts'
import { moneyRefusals } from '#money/domain/refusals.ts'
import { operationsRefusals } from '#operations/domain/refusals.ts'
import { overviewRefusals } from '#overview/domain/refusals.ts'
import { partnersRefusals } from '#partners/domain/refusals.ts'
import { peopleDataRefusals } from '#people-data/domain/refusals.ts'
import { platformRefusals } from '#platform/domain/refusals.ts'

/**
 * All expected errors (business rules, permissions, limits) with their HTTP status, as the areas declare them. Exhaustive: other
 * codes do not compile. Each is said in words of its own where it is thrown.
 */
export const refusals = {
  ...platformRefusals,
  ...accessRefusals,
  ...accountsRefusals,
  ...partnersRefusals,
  ...contractsRefusals,
  ...leadsRefusals,
  ...moneyRefusals,
  ...communicationRefusals,
  ...operationsRefusals,
  ...overviewRefusals,
  ...peopleDataRefusals,
} as const

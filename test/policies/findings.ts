import type { Run } from './attempts.ts'
import type { Catalogue } from './catalogue.ts'
import { allFacts, factFindings } from './facts.ts'
import { grantFindings, otherRightFindings } from './grant-findings.ts'
import { inventoryFindings } from './inventory.ts'
import { rightFindings } from './right-findings.ts'
import { guarded, leavePoliciesAlone, rowFindings } from './row-access.ts'
import { insertRows } from './sample-rows.ts'

/**
 * All differences between a migrated database and the catalogue. Grants, policies and functions are checked separately: each must
 * hold alone, or a missing layer behind another one would go unnoticed.
 */
export async function catalogueFindings(run: Run, catalogue: Catalogue): Promise<string[]> {
  const missing = await inventoryFindings(run, catalogue)
  if (missing.length > 0) return missing
  try {
    await insertRows(run, catalogue)
    const findings = [
      ...(await rightFindings(run, catalogue)),
      ...(await grantFindings(run, catalogue)),
      ...(await otherRightFindings(run, catalogue)),
      ...(await factFindings(run, allFacts(catalogue))),
    ]
    await leavePoliciesAlone(run, catalogue)
    return [...findings, ...(await rowFindings(run, guarded(catalogue)))]
  } finally {
    await run('rollback')
  }
}

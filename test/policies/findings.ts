import type { Run } from './attempts.ts'
import type { Catalogue } from './catalogue.ts'
import { coverageFindings } from './coverage.ts'
import { allFacts, factFindings } from './facts.ts'
import { inventoryFindings } from './inventory.ts'
import { rightFindings } from './right-findings.ts'
import { guarded, leavePoliciesAlone, rowFindings } from './row-access.ts'
import { safeguardFindings } from './safeguards.ts'
import { insertRows } from './sample-rows.ts'

/**
 * All differences between a migrated database and the catalogue. Grants, policies and functions are checked separately: each must
 * hold alone, or a missing layer behind another one would go unnoticed.
 */
export async function catalogueFindings(run: Run, catalogue: Catalogue): Promise<string[]> {
  const missing = await structureFindings(run, catalogue)
  if (missing.length > 0) return missing
  try {
    await insertRows(run, catalogue)
    const findings = [...(await rightFindings(run, catalogue)), ...(await factFindings(run, allFacts(catalogue)))]
    await leavePoliciesAlone(run, catalogue)
    return [...findings, ...(await rowFindings(run, guarded(catalogue)))]
  } finally {
    await run('rollback')
  }
}

/** What can be said without a row: what there is, what holds of all of it, and whether something here shows each. */
export async function structureFindings(run: Run, catalogue: Catalogue): Promise<string[]> {
  return [...(await inventoryFindings(run)), ...(await safeguardFindings(run)), ...(await coverageFindings(run, catalogue))]
}

import { readdirSync, readFileSync } from 'node:fs'
import type { RuleVersion } from '#money/rules/domain/definition.ts'
import type { TierRange } from '#money/tiers/domain/tiers.ts'

/** A programme of a real trade, written down as data, and the leads that it usually has. */
export interface ProgrammeFile {
  readonly name: string
  readonly trade: string
  readonly says: string
  readonly partners: readonly string[]
  readonly offers: readonly string[]
  readonly amounts: { readonly fromCents: number; readonly toCents: number }
  /** How often a lead is shared, from 0 to 1. */
  readonly shared: number
  readonly tiers: readonly TierRange[]
  readonly rules: readonly RuleVersion[]
}

const folder = new URL('./', import.meta.url)

export const programmeFiles: readonly ProgrammeFile[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => ({ name: name.replace('.json', ''), ...JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }))

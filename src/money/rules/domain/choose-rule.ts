import type { Days } from '#platform/domain/periods.ts'
import { countsAll, type RuleDefinition, type RuleVersion } from './definition.ts'

/** A version that has a definition. */
export type ActiveRule = RuleVersion & { readonly definition: RuleDefinition }

const isActive = (version: RuleVersion | undefined): version is ActiveRule => version?.definition != null

/** The version with the latest first day that is not after this day. */
function versionOn(versions: readonly RuleVersion[], day: string): RuleVersion | undefined {
  const begun = versions.filter(({ validFrom }) => validFrom <= day)
  return begun.toSorted((one, other) => other.validFrom.localeCompare(one.validFrom) || other.version - one.version)[0]
}

export const rulesInForce = (rules: readonly RuleVersion[], day: string): ActiveRule[] =>
  [...Map.groupBy(rules, ({ ruleId }) => ruleId).values()].map((versions) => versionOn(versions, day)).filter(isActive)

interface Signature {
  readonly partnerId: string
  readonly offer: string
  readonly day: string
}

/**
 * The rule for a lead that is signed on a day: the partner's own for the offer, the partner's own, the offer's, the programme's.
 * Every day that leads are signed on has a rule of the programme.
 */
export function chooseRule(rules: readonly RuleVersion[], { partnerId, offer, day }: Signature): ActiveRule {
  const scopes = [
    [partnerId, offer],
    [partnerId, null],
    [null, offer],
    [null, null],
  ]
  for (const [partner, key] of scopes) {
    const version = versionOn(
      rules.filter((rule) => rule.partnerId === partner && rule.offer === key),
      day,
    )
    if (isActive(version)) return version
  }
  throw new RangeError(`no commission rule applies on ${day}`)
}

/**
 * The version whose bonuses apply in a period: the one of its first day, so that a bonus never changes in the middle; in the
 * period in which a rule begins, its first version.
 */
export function versionOfPeriod(rules: readonly RuleVersion[], ruleId: string, { from, to }: Days): ActiveRule | null {
  const versions = rules.filter((rule) => rule.ruleId === ruleId)
  const first = versions.toSorted((one, other) => one.version - other.version)[0]
  const version = versionOn(versions, from) ?? (first && first.validFrom <= to ? first : undefined)
  return isActive(version) ? version : null
}

const isOwn = (rule: RuleVersion, partnerId: string): boolean => rule.partnerId === partnerId && rule.offer === null
const isProgramme = (rule: RuleVersion): boolean => rule.partnerId === null && rule.offer === null

/**
 * The version whose bonuses over all offers apply to a partner in a period: of their own terms for every offer, where these apply
 * on its first day, else of the programme's rule. Terms that begin within the period begin theirs with the next one, so that two
 * bonuses never count the same leads.
 */
export function versionOverAll(rules: readonly RuleVersion[], partnerId: string, period: Days): ActiveRule | null {
  const own = versionOn(
    rules.filter((rule) => isOwn(rule, partnerId)),
    period.from,
  )
  if (isActive(own)) return own
  const programme = rules.find(isProgramme)
  return programme ? versionOfPeriod(rules, programme.ruleId, period) : null
}

/**
 * Whether what a rule brings a partner follows from the facts of each lead alone: no cap of the year and no bonus looks at
 * others.
 */
export function followsAlone(
  rules: readonly RuleVersion[],
  { partnerId, ruleId }: { readonly partnerId: string; readonly ruleId: string },
): boolean {
  return rules.every(({ ruleId: id, partnerId: of, definition }) => {
    if (definition === null || (of !== null && of !== partnerId)) return true
    const isOwn = id === ruleId
    return !definition.bonuses.some((bonus) => isOwn || countsAll(bonus)) && !(isOwn && definition.cap.yearCents !== null)
  })
}

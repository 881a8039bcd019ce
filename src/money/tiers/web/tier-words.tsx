import { formatEuros, percentText } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import { useMissingNames } from '#platform/web/app/forms/name-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { fallingRates } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'
import type { ListedTier } from './data.ts'
import { TierMark } from './tier-mark.tsx'
import classes from './tiers-dialog.module.css'

export const tierSummary = ({
  name,
  minRevenueCents,
  commissionRate,
}: Omit<ListedTier, 'key' | 'names' | 'isUsed' | 'archivedAt'>) =>
  m.tierSummary({ name, revenue: formatEuros(minRevenueCents), rate: percentText(commissionRate) })

interface TierWordsProps {
  readonly item: ListedTier
  readonly items: readonly ListedTier[]
}

/** What is said of a tier in the list: its mark, name, threshold and rate. */
export function TierWords({ item: tier, items }: TierWordsProps) {
  const open = items.filter(({ archivedAt }) => archivedAt === null)
  const index = open.indexOf(tier)
  const missing = useMissingNames(tier.names)
  const isFalling = fallingRates(open.map(({ commissionRate }) => commissionRate)).includes(index)
  return (
    <div className={classes.words}>
      {index >= 0 && <TierMark order={index + 1} size={36} />}
      <div>
        <p className={classes.name}>{nameIn(tier)}</p>
        <SoftText component="p" fz="sm" className="figure">
          {m.fromWithRate({ revenue: formatEuros(tier.minRevenueCents), rate: percentText(tier.commissionRate) })}
        </SoftText>
        {isFalling && <p className={classes.warning}>{m.paysLess()}</p>}
        {missing && (
          <SoftText component="p" fz="xs">
            {missing}
          </SoftText>
        )}
      </div>
    </div>
  )
}

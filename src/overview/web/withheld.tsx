import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatEuros } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

type WithheldMoney = NonNullable<Overview['withheld']>
type WithheldCommission = WithheldMoney['oldest'][number]

/** Says what has to happen before the commission gets a date of payment. */
function ends({ isContested, reason }: WithheldCommission): string {
  if (!isContested) return 'It becomes payable once the hold is lifted.'
  if (reason === null) return 'It becomes payable once your dispute is decided or you withdraw it.'
  return 'It becomes payable once your dispute has ended and the hold is lifted.'
}

/** Validated commissions without a date: how much, since when, why, and what ends it. */
export function Withheld({ count, amountCents, oldest }: WithheldMoney) {
  const others = count - oldest.length
  return (
    <div className={classes.withheld}>
      <Text fw={600}>
        <span className="figure">{formatEuros(amountCents)}</span> validated, but not payable yet
      </Text>
      <ul>
        {oldest.map((each) => (
          <li key={each.id}>
            <b className="figure">{formatEuros(each.amountCents)}</b>
            {each.company && ` for ${each.company}`}: {each.isContested ? 'contested by you' : 'held'} since{' '}
            {shortDate(each.since)}
            {each.reason !== null && ` (${each.isContested ? 'also held: ' : ''}${each.reason.replace(/\.$/, '')})`}. {ends(each)}
          </li>
        ))}
      </ul>
      <Anchor component={Link} to={`${pagePaths.commissions}?status=valide`} fz="sm">
        {others > 0 ? `${others} more among your commissions` : 'See your commissions'}
      </Anchor>
    </div>
  )
}

import { Alert, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { RulePreview } from '../api/rules.ts'
import { m } from '../messages/messages.ts'
import classes from './rule-dialog.module.css'

const counted = (count: number) => ({ count, shown: count.toLocaleString(currentLocale()) })

function comparison({ nowCents, thenCents }: RulePreview): string {
  const difference = thenCents - nowCents
  const change = {
    now: formatEurosExact(nowCents),
    changed: formatEurosExact(thenCents),
    difference: formatEurosExact(Math.abs(difference)),
  }
  if (difference === 0) return m.wouldBeSame(change)
  return difference > 0 ? m.wouldBeMore(change) : m.wouldBeLess(change)
}

/** What of it would be fixed sums and bonuses; empty if there are none. */
function partsText({ fixedCents, bonusCents }: Pick<RulePreview, 'fixedCents' | 'bonusCents'>): string {
  const parts = [
    ...(fixedCents === 0 ? [] : [m.ofWhichFixed({ amount: formatEurosExact(fixedCents) })]),
    ...(bonusCents === 0 ? [] : [m.ofWhichBonus({ amount: formatEurosExact(bonusCents) })]),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}

/** What the leads of the last months would have brought under the rule. */
export function RuleResult({ preview, isQuiet = false }: { preview: RulePreview; isQuiet?: boolean }) {
  const { warnings, leads, months, partners, others } = preview
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Beside a form that is typed in, the focus stays there.
    if (isQuiet) return
    title.current?.focus({ preventScroll: true })
    title.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isQuiet])
  return (
    <section className={isQuiet ? undefined : classes.result} aria-labelledby="rule-result">
      <h3 id="rule-result" ref={title} tabIndex={-1} className={classes.title}>
        {leads === 0 ? m.noLeadSigned({ months }) : comparison(preview)}
      </h3>
      <Stack gap="sm">
        <SoftText>{[m.comparedLeads({ ...counted(leads), months }), partsText(preview)].filter(Boolean).join(' ')}</SoftText>
        {warnings.length > 0 && (
          <Alert color="yellow" title={m.moreThanRevenue()} classNames={{ title: classes.alertTitle ?? '' }}>
            {warnings.map(({ path, message }) => (
              <Text key={path} fz="sm">
                {message}
              </Text>
            ))}
          </Alert>
        )}
        {partners.length > 0 && (
          <ul
            className={isQuiet ? `${classes.partners} ${classes.whole}` : classes.partners}
            aria-label={m.partnersThatDiffer()}
            // What scrolls has to be reached by keyboard.
            tabIndex={isQuiet ? undefined : 0}
          >
            {partners.map(({ partnerId, name, nowCents, thenCents, ...parts }) => (
              <li key={partnerId}>
                <PartnerLink partner={{ id: partnerId, name }} clamped={false} />
                <span className={`figure ${classes.amounts}`}>
                  {formatEurosExact(nowCents)} → {formatEurosExact(thenCents)}
                </span>
                {partsText(parts) && <span className="soft">{partsText(parts)}</span>}
              </li>
            ))}
            {others > 0 && <li className="soft">{m.otherPartners(counted(others))}</li>}
          </ul>
        )}
        <SoftText>{m.comparisonRules()}</SoftText>
      </Stack>
    </section>
  )
}

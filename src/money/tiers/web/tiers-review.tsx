import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEuros } from '#platform/domain/money.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { TiersPreview } from '../api/tier-changes.ts'
import { fallingRates, sameTier } from '../domain/tiers-draft.ts'
import { TierMark } from './tier-mark.tsx'
import { tierSummary } from './tier-rows.tsx'
import classes from './tiers-dialog.module.css'
import type { Draft } from './tiers-form.ts'

interface TiersReviewProps {
  readonly before: readonly Draft[]
  readonly after: readonly Draft[]
  readonly preview: TiersPreview
  readonly busy: boolean
  readonly onBack: () => void
  readonly onSave: () => void
}

const people = (count: number) => (count === 1 ? '1 partner' : `${count.toLocaleString('fr-FR')} partners`)

const moving = (count: number, way: 'up' | 'down') => count > 0 && `${people(count)} ${count === 1 ? 'moves' : 'move'} ${way}`

function Movers({ title, movers }: { title: string; movers: TiersPreview['up'] }) {
  if (movers.count === 0) return null
  const more = movers.count - movers.partners.length
  return (
    <section aria-label={title}>
      <Text fw={600}>{title}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <ul className={classes.movers} tabIndex={0}>
        {movers.partners.map(({ partnerId, name, fromTier, toTier }) => (
          <li key={partnerId}>
            <PartnerLink partner={{ id: partnerId, name }} clamped={false} />{' '}
            <span className="soft">
              {fromTier} → {toTier}
            </span>
          </li>
        ))}
        {more > 0 && <li className="soft">and {more.toLocaleString('fr-FR')} more</li>}
      </ul>
    </section>
  )
}

function replayMessage({ nowCents, thenCents }: TiersPreview['replay']): string {
  const difference = thenCents - nowCents
  if (difference === 0) return `The commissions would have been the same: ${formatEuros(nowCents)}.`
  const words = `${formatEuros(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
  return `${formatEuros(thenCents)} of commissions instead of ${formatEuros(nowCents)}: ${words}.`
}

/** The last months under the edited tiers. */
function Replay({ replay }: { replay: TiersPreview['replay'] }) {
  const { months, keptRates, partners } = replay
  return (
    <section aria-label={`The last ${months} months`}>
      <Text fw={600}>The last {months} months under these tiers</Text>
      <Text fz="sm">
        {replayMessage(replay)}
        {keptRates > 0 && ` ${keptRates} keep a rate that was set by hand or by older tiers.`}
      </Text>
      {partners.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <ul className={classes.movers} tabIndex={0} aria-label="Whose commissions differ most">
          {partners.map((partner) => (
            <li key={partner.partnerId}>
              {partner.name}{' '}
              <span className="soft">
                {formatEuros(partner.nowCents)} → {formatEuros(partner.thenCents)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Review of the partners whose tier would change. */
export function TiersReview({ before, after, preview, busy, onBack, onSave }: TiersReviewProps) {
  const { up, down, tiers, replay } = preview
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const falling = fallingRates(after.map((tier) => tier.commissionRate))
  const stays = up.count + down.count === 0
  return (
    <Stack gap="md">
      <h3 ref={title} tabIndex={-1} className={classes.reviewTitle}>
        {stays ? 'No partner changes tier' : [moving(up.count, 'up'), moving(down.count, 'down')].filter(Boolean).join(', ')}
      </h3>
      <ul className={classes.changes} aria-label="Tiers that change">
        {after.map((tier, index) => {
          const old = before[index]
          const counts = tiers[index]
          if (!old || !counts || (sameTier(tier, old) && counts.partnersNow === counts.partnersThen)) return null
          return (
            <li key={tier.id}>
              <TierMark order={index + 1} size={28} />
              <span>
                {!sameTier(tier, old) && <del>{tierSummary(old)}</del>}
                <span>{tierSummary(tier)}</span>
                <span className="soft">
                  {counts.partnersNow === counts.partnersThen
                    ? people(counts.partnersNow)
                    : `${people(counts.partnersNow)} now, ${counts.partnersThen.toLocaleString('fr-FR')} then`}
                </span>
                {falling.includes(index) && <span className={classes.warning}>Pays less than the tier before.</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <Replay replay={replay} />
      <Movers title={`${people(up.count)} up`} movers={up} />
      <Movers title={`${people(down.count)} down`} movers={down} />
      <SoftText>
        Commissions that exist keep their rate. The next ones follow these tiers, and partners see them at once.
      </SoftText>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button loading={busy} onClick={onSave}>
          Save tiers
        </Button>
      </Group>
    </Stack>
  )
}

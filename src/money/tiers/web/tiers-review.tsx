import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { sameNames } from '#platform/domain/names.ts'
import { namesText } from '#platform/web/app/forms/name-field.tsx'
import type { ReviewProps } from '#platform/web/app/forms/saved-list.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { TiersPreview } from '../api/tier-changes.ts'
import { fallingRates, sameTier } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'
import { type ListedTier, saveTiers, tiersPreviewQuery } from './data.ts'
import { TierMark } from './tier-mark.tsx'
import { tierSummary } from './tier-words.tsx'
import classes from './tiers-dialog.module.css'

interface TiersReviewDialogProps extends ReviewProps<ListedTier> {
  /** As far as it is known already. */
  readonly preview?: TiersPreview
  readonly onSaved?: () => void
}

/** What a change of the tiers does to partners, before it is saved. */
export function TiersReviewDialog({ wanted, read, preview, onClose, onSaved = onClose }: TiersReviewDialogProps) {
  const query = useQuery({ ...tiersPreviewQuery(wanted, read), ...(preview && { initialData: preview }) })
  return (
    <Dialog onClose={onClose} size={720} title={m.reviewTiers()}>
      <QueryBoundary query={query}>
        {(known) => <TiersReview wanted={wanted} read={read} preview={known} onBack={onClose} onSaved={onSaved} />}
      </QueryBoundary>
    </Dialog>
  )
}

interface TiersReviewProps extends Pick<ReviewProps<ListedTier>, 'wanted' | 'read'> {
  readonly preview: TiersPreview
  readonly onBack: () => void
  readonly onSaved: () => void
}

const isOpen = ({ archivedAt }: ListedTier) => archivedAt === null

const counted = (count: number) => ({ count, shown: count.toLocaleString(currentLocale()) })

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
        {more > 0 && <li className="soft">{m.andMore(counted(more))}</li>}
      </ul>
    </section>
  )
}

function replayMessage({ nowCents, thenCents }: TiersPreview['replay']): string {
  const difference = thenCents - nowCents
  const now = formatEuros(nowCents)
  if (difference === 0) return m.sameCommissions({ now })
  const change = { now, changed: formatEuros(thenCents), difference: formatEuros(Math.abs(difference)) }
  return difference > 0 ? m.moreCommissions(change) : m.lessCommissions(change)
}

/** The last months under the edited tiers. */
function Replay({ replay }: { replay: TiersPreview['replay'] }) {
  const { months, keptRates, partners } = replay
  return (
    <section aria-label={m.lastMonths({ months })}>
      <Text fw={600}>{m.lastMonthsUnderThese({ months })}</Text>
      <Text fz="sm">
        {replayMessage(replay)}
        {keptRates > 0 && ` ${m.keepTheirRate({ count: keptRates })}`}
      </Text>
      {partners.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <ul className={classes.movers} tabIndex={0} aria-label={m.mostDifferent()}>
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
function TiersReview({ wanted, read, preview, onBack, onSaved }: TiersReviewProps) {
  const { up, down, tiers, replay, removed } = preview
  const [before, after] = [read.filter(isOpen), wanted.filter(isOpen)]
  const { busy, run: save } = useAction(async () => {
    await saveTiers(wanted, read)
    toastSuccess(m.tiersSaved(), m.partnersSeeThem())
    onSaved()
  })
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const falling = fallingRates(after.map((tier) => tier.commissionRate))
  const moves = [
    ...(up.count > 0 ? [m.moveUp(counted(up.count))] : []),
    ...(down.count > 0 ? [m.moveDown(counted(down.count))] : []),
  ]
  return (
    <Stack gap="md">
      <h3 ref={title} tabIndex={-1} data-autofocus className={classes.reviewTitle}>
        {moves.length === 0 ? m.nobodyMoves() : moves.join(', ')}
      </h3>
      <ul className={classes.changes} aria-label={m.tiersThatChange()}>
        {after.map((tier, index) => {
          const old = before.find(({ key }) => key === tier.key)
          const counts = tiers[index]
          if (!counts || (sameTier(tier, old) && counts.partnersNow === counts.partnersThen)) return null
          return (
            <li key={tier.key}>
              <TierMark order={index + 1} size={28} />
              <span>
                {old && tierSummary(tier) !== tierSummary(old) && <del>{tierSummary(old)}</del>}
                <span>{tierSummary(tier)}</span>
                {!old && <span className="soft">{m.isNew()}</span>}
                {!sameNames(tier.names, old?.names ?? {}) && <span>{namesText(tier.names)}</span>}
                <span className="soft">
                  {counts.partnersNow === counts.partnersThen
                    ? m.partners(counted(counts.partnersNow))
                    : m.nowAndThen({
                        ...counted(counts.partnersNow),
                        changed: counts.partnersThen.toLocaleString(currentLocale()),
                      })}
                </span>
                {falling.includes(index) && <span className={classes.warning}>{m.paysLess()}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {removed.length > 0 && (
        <ul className={classes.changes} aria-label={m.tiersThatGo()}>
          {removed.map(({ id, name, isArchived, partnersNow }) => (
            <li key={id}>
              <span>
                <del>{name}</del>
                <span className="soft">{isArchived ? m.willBeArchived({ count: partnersNow }) : m.willBeDeleted()}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Replay replay={replay} />
      <Movers title={m.up(counted(up.count))} movers={up} />
      <Movers title={m.down(counted(down.count))} movers={down} />
      <SoftText>{m.existingKeepRate()}</SoftText>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {m.back()}
        </Button>
        <Button loading={busy} onClick={() => save()}>
          {m.saveTiers()}
        </Button>
      </Group>
    </Stack>
  )
}

import { lazy, Suspense } from 'react'
import { periodLabels, presetOf } from '#platform/domain/periods.ts'
import { dayInputText, dayText } from '../dates.ts'
import type { ListAddress } from './list-address.ts'

/** Lazy: lists open without it. */
const PeriodPopover = lazy(() => import('./period-popover.tsx'))

/** 'This month', '01/03/2026 – 31/03/2026', 'since 01/03/2026' */
export function periodText(address: ListAddress, lang?: 'fr'): string {
  const { from, to } = address.period
  const labels = periodLabels[lang ?? 'en']
  const preset = presetOf(address.period, dayInputText(new Date()))
  if (preset) return labels.presets[preset]
  if (from && to) return `${dayText(from)} – ${dayText(to)}`
  return from ? labels.since(dayText(from)) : to ? labels.until(dayText(to)) : labels.all
}

interface PeriodFilterProps {
  readonly address: ListAddress
  /** The day that is compared, such as 'Created'. */
  readonly day: string
  /** What it opens at. */
  readonly button: HTMLElement | null
  readonly lang?: 'fr'
  readonly onClose: () => void
}

/** Chooses the days of a list, kept in the address as `from` and `to`; `address.period` has them for the list's queries. */
export function PeriodFilter({ address, day, button, lang, onClose }: PeriodFilterProps) {
  return (
    <Suspense>
      {button && (
        <PeriodPopover
          button={button}
          title={day}
          lang={lang}
          today={dayInputText(new Date())}
          period={address.period}
          onChoose={(period) => {
            address.setPeriod(period)
            onClose()
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}

import { lazy, Suspense } from 'react'
import { periodLabels, presetOf } from '#platform/domain/periods.ts'
import { m } from '#platform/messages/messages.ts'
import { dayInputText, dayText } from '../dates.ts'
import type { ListAddress } from './list-address.ts'

/** Lazy: lists open without it. */
const PeriodPopover = lazy(() => import('./period-popover.tsx'))

/** 'This month', '01/03/2026 – 31/03/2026', 'since 01/03/2026' */
export function periodText(address: ListAddress): string {
  const { from, to } = address.period
  const preset = presetOf(address.period, dayInputText(new Date()))
  if (preset) return periodLabels[preset]
  if (from && to) return `${dayText(from)} – ${dayText(to)}`
  if (from) return m.fromDay({ day: dayText(from) })
  return to ? m.until({ day: dayText(to) }) : m.allDates()
}

interface PeriodFilterProps {
  readonly address: ListAddress
  /** The day that is compared, such as 'Created'. */
  readonly day: string
  /** What it opens at. */
  readonly button: HTMLElement | null
  readonly onClose: () => void
}

/** Chooses the days of a list, kept in the address as `from` and `to`; `address.period` has them for the list's queries. */
export function PeriodFilter({ address, day, button, onClose }: PeriodFilterProps) {
  return (
    <Suspense>
      {button && (
        <PeriodPopover
          button={button}
          title={day}
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

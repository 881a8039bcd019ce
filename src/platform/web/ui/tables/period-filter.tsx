import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { periodLabels, presetOf } from '#platform/domain/periods.ts'
import { dayInputText, dayText } from '../dates.ts'
import { IconCalendarDue } from '../icons.ts'
import type { ListAddress } from './list-address.ts'

/** Lazy: lists open without it. */
const PeriodPopover = lazy(() => import('./period-popover.tsx'))

interface PeriodFilterProps {
  readonly address: ListAddress
  /** The day that is compared, such as 'Created'. */
  readonly day: string
  readonly lang?: 'fr'
}

/** Filter of a list by days, kept in the address as `from` and `to`; `address.period` has them for the list's queries. */
export function PeriodFilter({ address, day, lang }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { from, to } = address.period
  const labels = periodLabels[lang ?? 'en']
  const today = dayInputText(new Date())
  const preset = presetOf(address.period, today)
  const days = () => {
    if (from && to) return `${dayText(from)} – ${dayText(to)}`
    return from ? labels.since(dayText(from)) : to ? labels.until(dayText(to)) : labels.all
  }
  const isSet = Boolean(from || to)
  return (
    <>
      <Button
        ref={button}
        variant={isSet ? 'light' : 'default'}
        className="list-filter period-filter"
        justify="space-between"
        fw={isSet ? 500 : 400}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        rightSection={<IconCalendarDue size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {day}
        {lang === 'fr' ? '\u00a0: ' : ': '}
        {preset ? labels.presets[preset] : days()}
      </Button>
      <Suspense>
        {isOpen && button.current && (
          <PeriodPopover
            button={button.current}
            title={day}
            lang={lang}
            today={today}
            period={address.period}
            onChoose={(period) => {
              address.setPeriod(period)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

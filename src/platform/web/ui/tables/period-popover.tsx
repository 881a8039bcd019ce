import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Days, daysOf, periodLabels, periodPresets, presetOf } from '#platform/domain/periods.ts'
import { m } from '#platform/messages/messages.ts'
import { ButtonPopover } from './button-popover.tsx'
import classes from './period-popover.module.css'

interface PeriodPopoverProps {
  /** The button that opened it. */
  readonly button: HTMLElement
  readonly title: string
  readonly today: string
  readonly period: Partial<Days>
  readonly onChoose: (period: Partial<Days>) => void
  readonly onClose: () => void
}

/** Presets, and two days of one's own. */
export default function PeriodPopover({ button, title, today, period, onChoose, onClose }: PeriodPopoverProps) {
  const [from, setFrom] = useState(period.from ?? '')
  const [to, setTo] = useState(period.to ?? '')
  const chosen = presetOf(period, today)
  const isWrong = from !== '' && to !== '' && from > to
  const choose = (days: Partial<Days>) => {
    button.focus({ preventScroll: true })
    onChoose(days)
  }
  return (
    <ButtonPopover button={button} title={title} onClose={onClose}>
      <div className={classes.presets}>
        {periodPresets.map((preset) => (
          <Button
            key={preset}
            size="compact-sm"
            variant={preset === chosen ? 'light' : 'default'}
            aria-pressed={preset === chosen}
            onClick={() => choose(daysOf(preset, today))}
          >
            {periodLabels[preset]}
          </Button>
        ))}
        <Button size="compact-sm" variant="subtle" onClick={() => choose({})}>
          {m.allDates()}
        </Button>
      </div>
      <form
        className={classes.days}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) choose({ ...(from ? { from } : {}), ...(to ? { to } : {}) })
        }}
      >
        <TextInput
          type="date"
          label={m.dateFrom()}
          value={from}
          max="2999-12-31"
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={m.dateTo()}
          value={to}
          max="2999-12-31"
          error={isWrong && m.periodWrongOrder()}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <Button type="submit" size="sm">
          {m.apply()}
        </Button>
      </form>
    </ButtonPopover>
  )
}

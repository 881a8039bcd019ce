import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { ButtonPopover } from './button-popover.tsx'
import type { FilterRange } from './filter.ts'
import classes from './period-popover.module.css'

interface RangePopoverProps {
  /** The button that opened it. */
  readonly button: HTMLElement
  readonly title: string
  readonly range: FilterRange
  readonly value: string | undefined
  /** Gets the text for the address, null without an end. */
  readonly onChoose: (text: string | null) => void
  readonly onClose: () => void
}

/** Two ends of one's own; either may be left out. */
export default function RangePopover({ button, title, range, value, onChoose, onClose }: RangePopoverProps) {
  const [initialFrom, initialTo] = range.ends(value ?? '')
  const [from, setFrom] = useState(initialFrom)
  const [to, setTo] = useState(initialTo)
  const [error, setError] = useState<string | null>(null)
  const input = (label: string, text: string, set: (text: string) => void) => (
    <TextInput
      {...(range.isDay ? { type: 'date', max: '2999-12-31' } : { inputMode: 'decimal', autoComplete: 'off' })}
      label={label}
      value={text}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
  return (
    <ButtonPopover button={button} title={title} onClose={onClose}>
      <form
        className={classes.days}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const read = range.read(from, to)
          if ('error' in read) return setError(read.error)
          button.focus({ preventScroll: true })
          onChoose(read.text)
        }}
      >
        {input(range.isDay ? m.dateFrom() : m.rangeFrom(), from, setFrom)}
        {input(range.isDay ? m.dateTo() : m.rangeTo(), to, setTo)}
        <Button type="submit" size="sm">
          {m.apply()}
        </Button>
        {error && (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        )}
      </form>
    </ButtonPopover>
  )
}

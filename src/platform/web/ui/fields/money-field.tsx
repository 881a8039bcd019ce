import { TextInput, UnstyledButton } from '@mantine/core'
import type { ComponentProps, KeyboardEvent } from 'react'
import { maxCents, parsePercent } from '#platform/domain/money.ts'
import { eurosInputText, parseTypedEuros, percentInputText } from '#platform/domain/typed-amounts.ts'
import { afterPress } from '../dialogs/after-press.ts'
import { IconChevronDown, IconChevronUp } from '../icons.ts'
import classes from './money-field.module.css'

/** Parser and formatter of a numeric text field. */
interface Writing {
  readonly read: (text: string) => number | null
  readonly write: (value: number) => string
  readonly step: number
  readonly max: number
}

const euros: Writing = {
  read: (text) => {
    const cents = parseTypedEuros(text)
    return cents === null ? null : cents / 100
  },
  write: (value) => eurosInputText(Math.round(value * 100)),
  step: 100,
  max: maxCents / 100,
}
const percents: Writing = { read: parsePercent, write: percentInputText, step: 1, max: 100 }

interface NumberFieldProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'onBlur' | 'error'> {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (text: string) => void
  /** Called on blur, for validation. */
  readonly onBlur?: () => void
  /** Hides the stepper buttons. */
  readonly bare?: boolean
}

/**
 * A number as a text field. Input stays as typed and is formatted on blur if it can be parsed. Nothing is clamped or dropped;
 * invalid input is reported by the form's validation.
 */
function NumberField({ writing, bare, value, onChange, onBlur, ...props }: NumberFieldProps & { writing: Writing }) {
  const { read, write, step, max } = writing
  const now = read(value)
  const within = (next: number) => Math.min(max, Math.max(0, Math.round(next * 100) / 100))
  const stepBy = (steps: number) => {
    if (props.readOnly || props.disabled || (now === null && value.trim() !== '')) return
    onChange(write(within(now === null ? 0 : now + steps * step)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 1 : -1)
  }
  const button = (steps: number) => (
    <UnstyledButton
      className={classes.step ?? ''}
      tabIndex={-1}
      aria-hidden="true"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => stepBy(steps)}
    >
      {steps > 0 ? <IconChevronUp size={12} /> : <IconChevronDown size={12} />}
    </UnstyledButton>
  )
  return (
    <TextInput
      {...props}
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      min={0}
      step={step}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={now ?? undefined}
      aria-valuetext={value === '' ? undefined : value}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (now !== null && write(now) !== value) onChange(write(now))
        if (onBlur) afterPress(onBlur)
      }}
      {...(bare
        ? {}
        : {
            rightSection: (
              <span className={classes.steps}>
                {button(1)}
                {button(-1)}
              </span>
            ),
            rightSectionWidth: 26,
          })}
    />
  )
}

/** An amount in euros: the arrow keys change it by 100. */
export function MoneyField(props: NumberFieldProps) {
  return <NumberField writing={euros} {...props} />
}

/** A percentage with at most two decimals: the arrow keys change it by one. */
export function PercentField(props: NumberFieldProps) {
  return <NumberField writing={percents} {...props} />
}

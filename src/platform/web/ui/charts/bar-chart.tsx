import { type CSSProperties, useId, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import classes from './chart.module.css'
import { axisSteps } from './chart-scale.ts'

interface Series {
  readonly label: string
  /** A colour of the theme's. */
  readonly fill: string
  /** One value for each slot. */
  readonly values: readonly number[]
}

/** Bars on one axis; several series are stacked, the first one at the bottom. */
interface Panel {
  readonly label: string
  readonly series: readonly Series[]
}

interface BarChartProps {
  /** Accessible name of the slots. */
  readonly label: string
  readonly slots: readonly { readonly short: string; readonly long: string }[]
  readonly panels: readonly Panel[]
  /** Label of the totals. */
  readonly all: string
  readonly format: (value: number) => string
  readonly formatStep: (value: number) => string
}

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Values of one slot, or the totals: each panel, with its series if there are several. */
function readingsOf(panels: readonly Panel[], slot: number | null) {
  const read = ({ values }: Series) => (slot === null ? add(values) : (values[slot] ?? 0))
  return panels.flatMap(({ label, series }) => {
    const [only] = series
    const whole = { label, fill: series.length === 1 ? only?.fill : undefined, value: add(series.map(read)) }
    return series.length === 1 ? [whole] : [whole, ...series.map((each) => ({ ...each, value: read(each) }))]
  })
}

/**
 * Bars over time on one or more panels. Each slot is a radio button behind its bars, so that pointer, touch and keyboard can
 * select it; the line above shows its values, or the totals.
 */
export function BarChart({ label, slots, panels, all, format, formatStep }: BarChartProps) {
  const name = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const active = hovered ?? chosen
  const readings = (slot: number) => readingsOf(panels, slot).map((each) => `${each.label} ${format(each.value)}`)
  return (
    <div className={classes.bars}>
      <div className={classes.readout} aria-hidden="true">
        <p className={classes.readoutName}>{active === null ? all : slots[active]?.long}</p>
        {readingsOf(panels, active).map((each) => (
          <p key={each.label} className={classes.reading}>
            <span>
              {each.fill && <i style={{ background: each.fill }} />}
              {each.label}
            </span>
            <b className="figure">{format(each.value)}</b>
          </p>
        ))}
      </div>
      <div
        className={classes.plot}
        style={{ '--slots': slots.length } as CSSProperties}
        role="radiogroup"
        aria-label={label}
        data-choosing={active !== null || undefined}
        onPointerLeave={() => setHovered(null)}
        onBlur={() => setChosen(null)}
      >
        {panels.map((panel, row) => (
          <PanelBars key={panel.label} panel={panel} row={row * 2 + 1} active={active} formatStep={formatStep} />
        ))}
        {slots.map((slot, index) => (
          <label
            key={slot.long}
            className={classes.slot}
            data-active={index === active || undefined}
            style={{ gridColumn: index + 2 }}
            onPointerEnter={() => setHovered(index)}
          >
            <input
              className={classes.choice}
              type="radio"
              name={name}
              checked={index === chosen}
              aria-label={m.labelled({ label: slot.long, text: readings(index).join(', ') })}
              onFocus={() => setChosen(index)}
              onChange={() => setChosen(index)}
            />
            <span aria-hidden="true">{slot.short}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

type PanelBarsProps = Pick<BarChartProps, 'formatStep'> & { panel: Panel; row: number; active: number | null }

function PanelBars({ panel: { label, series }, row, active, formatStep }: PanelBarsProps) {
  const count = series[0]?.values.length ?? 0
  const sums = Array.from({ length: count }, (_, slot) => add(series.map(({ values }) => values[slot] ?? 0)))
  const steps = axisSteps(Math.max(0, ...sums))
  const top = steps.at(-1) || 1
  const share = (value: number) => `${(value / top) * 100}%`
  return (
    <>
      <p className={classes.panelName} style={{ gridRow: row }} aria-hidden="true">
        {label}
      </p>
      <div className={classes.grid} style={{ gridRow: row + 1 }} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} style={{ bottom: share(step) }}>
            <small className="figure">{formatStep(step)}</small>
          </span>
        ))}
      </div>
      {sums.map((sum, slot) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={slot}
          className={classes.bar}
          data-active={slot === active || undefined}
          style={{ gridRow: row + 1, gridColumn: slot + 2 }}
          aria-hidden="true"
        >
          {sum > 0 &&
            series
              .filter(({ values }) => (values[slot] ?? 0) > 0)
              .map(({ label: part, fill, values }) => (
                <span key={part} style={{ height: share(values[slot] ?? 0), background: fill }} />
              ))}
        </div>
      ))}
    </>
  )
}

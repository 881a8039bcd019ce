import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Children, createContext, type ReactNode, useContext } from 'react'
import { m } from '#platform/messages/messages.ts'
import { formatCount } from '../counts.ts'
import type { ListAddress } from '../tables/list-address.ts'
import classes from './figures.module.css'

interface FigureProps {
  readonly label: string
  /** The language of the label, where it is another one than the page's. */
  readonly lang?: string | undefined
  /** Undefined while it loads. */
  readonly value: ReactNode
  /** What is counted. */
  readonly hint: string
  readonly tone?: 'received' | 'todo'
  /** The filter of the list that leaves what this figure counts. */
  readonly filter?: readonly [name: string, value: string]
}

interface FiguresProps {
  readonly children: ReactNode
  /** The list that figures with a filter filter. */
  readonly address?: ListAddress
  /** Whether loading failed. */
  readonly failed?: boolean
}

const Line = createContext<Omit<FiguresProps, 'children'>>({})

/**
 * The figures above a list, in one line; those that name a filter set it and take it off again. Where a label has no room beside
 * its value, it stands above it.
 */
export function Figures({ children, ...line }: FiguresProps) {
  const isMany = Children.toArray(children).length > 4
  const stacked = useMediaQuery(isMany ? '(width < 90em)' : '(width < 64em)', false, { getInitialValueInEffect: false })
  return (
    <Line value={line}>
      {/* What scrolls on a narrow screen has to be reached by keyboard. */}
      <section className={classes.figures} aria-label={m.figures()} {...(stacked ? { tabIndex: 0, 'data-stacked': '' } : {})}>
        {children}
      </section>
    </Line>
  )
}

/** A value with its label and what it counts. */
export function Figure({ label, lang, value, hint, tone, filter }: FigureProps) {
  const { address, failed = false } = useContext(Line)
  const content = typeof value === 'number' ? formatCount(value) : value
  const face = (
    <>
      <span className={classes.line}>
        <span className={classes.label} lang={lang}>
          {label}
        </span>
        <span className={`figure ${classes.value}`} data-tone={tone}>
          {value !== undefined ? content : failed ? '—' : <Skeleton component="span" display="block" height={14} width={56} />}
        </span>
      </span>
      <span className={classes.hint} title={hint}>
        {hint}
      </span>
    </>
  )
  const set = filter && address?.written(filter[0]) === filter[1]
  return (
    <section className={classes.figure} aria-label={m.labelled({ label, text: hint })}>
      {filter && address ? (
        <button
          type="button"
          className={`${classes.face} mantine-focus-auto`}
          aria-pressed={set === true}
          // What it counts is among all rows: beside another filter the list would show less than it says.
          onClick={() => (set ? address.set(filter[0], null) : address.only(...filter))}
        >
          {face}
        </button>
      ) : (
        <div className={classes.face}>{face}</div>
      )}
    </section>
  )
}

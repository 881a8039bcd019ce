import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRight } from '#access/web/rights.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { rolesFor, type SettingsCardKey, settingsCards } from '../domain/settings.ts'
import { m } from '../messages/messages.ts'
import classes from './card-frame.module.css'

/** A name and what it is set to; null where it still has to be filled in. */
export type SettingFact = readonly [name: string, value: ReactNode | null]

interface CardFrameProps {
  readonly card: SettingsCardKey
  /** A link has led to it. */
  readonly isMarked: boolean
  readonly facts?: readonly SettingFact[]
  /** What the card is changed by; not shown without the right. */
  readonly action: ReactNode
  /** What may be opened without the right to change it, too. */
  readonly isOpenToAll?: boolean
  readonly children?: ReactNode
}

/** A subject of the settings: what it is set to, where that is used, what changes from when, and who may change it. */
export function CardFrame({ card, isMarked, facts = [], action, isOpenToAll = false, children }: CardFrameProps) {
  const { title, usedIn, applies, right } = settingsCards[card]
  const hasRight = useRight(right ?? 'programme')
  const mayChange = right === null || hasRight
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isMarked) return
    // After the shell has moved the focus to the new page, and the router its scroll.
    const later = requestAnimationFrame(() => {
      if (document.activeElement?.closest('[aria-modal="true"]')) return
      frame.current?.scrollIntoView({ block: 'center' })
      frame.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(later)
  }, [isMarked])
  return (
    <section
      ref={frame}
      tabIndex={-1}
      className={classes.card}
      data-marked={isMarked || undefined}
      aria-labelledby={`setting-${card}`}
    >
      <div className={classes.head}>
        <Title order={2} id={`setting-${card}`} fz={16} ff="inherit" fw={600}>
          {title}
        </Title>
        {(mayChange || isOpenToAll) && action}
      </div>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="figure">{value ?? <span className={classes.missing}>{m.toFillIn()}</span>}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      <SoftText component="div" fz={13} className={classes.use}>
        <p>{m.usedIn({ places: usedIn })}</p>
        <p>{m.applies({ when: applies })}</p>
        {right && !mayChange && <p className={classes.who}>{m.changedBy({ roles: rolesFor(right) })}</p>}
      </SoftText>
    </section>
  )
}

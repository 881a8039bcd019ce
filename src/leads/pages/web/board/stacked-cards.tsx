import { Button } from '@mantine/core'
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../messages/messages.ts'
import classes from './board.module.css'
import type { CardListProps } from './scrolled-cards.tsx'

/** Cards of the first render; the rest of the initial ones follows deferred. */
const onScreen = 3
const atFirst = 5
const more = 20

/**
 * A column on phones, where the page scrolls: a few cards and a button for more, so that the next column stays within reach.
 */
export function StackedCards(props: CardListProps) {
  const { cards, total, card, reveal: place, shownIndex, onNearEnd, isBusy, onLeave, children } = props
  const [kept] = useState(props.kept?.unfolded)
  const [count, setCount] = useState(kept ?? atFirst)
  const list = useRef<HTMLUListElement>(null)
  if (shownIndex >= count) setCount(shownIndex + 1)
  // The page is scrolled to where it was left, before what is deferred has its height.
  const renderedCount = useDeferredValue(count, kept ?? onScreen)
  useLayoutEffect(() => () => onLeave({ unfolded: count }), [count, onLeave])
  const reached = useRef(place)
  useEffect(() => {
    if (shownIndex === -1 || shownIndex >= renderedCount || reached.current === place) return
    reached.current = place
    list.current?.children[shownIndex]?.scrollIntoView({ block: 'center' })
  }, [place, shownIndex, renderedCount])
  useEffect(() => {
    if (count >= cards.length) onNearEnd()
  }, [count, cards.length, onNearEnd])
  return (
    <div className={classes.cards} data-busy={isBusy || undefined}>
      {cards.length > 0 && (
        <ul
          ref={list}
          // biome-ignore lint/a11y/noRedundantRoles: without its bullets a list is no list to some screen readers
          role="list"
          className={classes.list}
        >
          {cards.slice(0, renderedCount).map((lead, index) => (
            <li
              key={lead.id}
              className={classes.stacked}
              data-landed={index === shownIndex || undefined}
              aria-setsize={Math.max(total, cards.length)}
              aria-posinset={index + 1}
            >
              {card(lead)}
            </li>
          ))}
        </ul>
      )}
      {count < cards.length ? (
        <Button variant="subtle" size="compact-sm" fullWidth onClick={() => setCount(count + more)}>
          {m.showMore()}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}

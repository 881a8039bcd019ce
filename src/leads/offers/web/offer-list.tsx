import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { EditedOffer } from '../api/offers.ts'
import { m } from '../messages/messages.ts'
import { bringBackOffer, deleteOffer, offerFiguresQuery, orderOffers, putAwayOffer } from './data.ts'
import { type Direction, OfferRow } from './offer-row.tsx'
import classes from './offers.module.css'

interface OfferListProps {
  readonly offers: readonly EditedOffer[]
  readonly onEdit: (key: string) => void
  /** Tells whoever does not see the list move where an offer stands now. */
  readonly onSay: (sentence: string) => void
}

/** Those that new leads can take, in their order, then those that are put away. */
export function OfferList({ offers, onEdit, onSay }: OfferListProps) {
  const mayEdit = useRight('programme')
  const { data } = useQuery(offerFiguresQuery)
  const [pendingDelete, setPendingDelete] = useState<EditedOffer | null>(null)
  const open = offers.filter(({ putAwayAt }) => putAwayAt === null)
  const away = offers.filter(({ putAwayAt }) => putAwayAt !== null)
  const { busy, move, list } = useOrder(offers, open, onSay)
  const putAway = useAction(async ({ key, staffName }: EditedOffer) => {
    await putAwayOffer(key)
    toastSuccess(m.isPutAway({ name: staffName }), m.isPutAwayText())
  })
  const bringBack = useAction(async ({ key, staffName }: EditedOffer) => {
    await bringBackOffer(key)
    toastSuccess(m.isBack({ name: staffName }), m.everybodySeesIt())
  })
  const rowOf = (offer: EditedOffer, index: number, count: number) => (
    <OfferRow
      key={offer.key}
      offer={offer}
      figures={data && (data.figures.find(({ key }) => key === offer.key) ?? null)}
      place={{ isFirst: index === 0, isLast: index === count - 1 }}
      mayEdit={mayEdit}
      onMove={(direction) => !busy && move(index, direction)}
      onEdit={() => onEdit(offer.key)}
      onPutAway={() => putAway.run(offer)}
      onBringBack={() => bringBack.run(offer)}
      onDelete={() => setPendingDelete(offer)}
    />
  )
  return (
    <>
      <ol ref={list} className={classes.list} aria-label={m.openOffers()}>
        {open.map((offer, index) => rowOf(offer, index, open.length))}
      </ol>
      {away.length > 0 && (
        <section aria-labelledby="offers-away">
          <h3 id="offers-away" className={classes.part}>
            {m.putAwayOffers()}
          </h3>
          <ul className={classes.list}>{away.map((offer, index) => rowOf(offer, index, away.length))}</ul>
        </section>
      )}
      <ConfirmDialog
        opened={pendingDelete !== null}
        title={m.deleteQuestion()}
        text={m.deleteText({ name: pendingDelete?.staffName ?? '' })}
        action={m.remove()}
        danger
        onClose={() => setPendingDelete(null)}
        onConfirm={async () => {
          if (pendingDelete) await deleteOffer(pendingDelete.key)
        }}
      />
    </>
  )
}

/** Moves an offer among the open ones; the button that was pressed keeps the focus, or else the other one of its row. */
function useOrder(offers: readonly EditedOffer[], open: readonly EditedOffer[], onSay: (sentence: string) => void) {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ readonly key: string; readonly direction: Direction } | null>(null)
  // Runs after each drawing: the row that moved has been taken out and put in again.
  useLayoutEffect(() => {
    if (!pressed.current) return
    const { key, direction } = pressed.current
    const row = list.current?.querySelector(`[data-offer="${key}"]`)
    const button = [direction, direction === 'up' ? 'down' : 'up'].map((each) =>
      row?.querySelector<HTMLButtonElement>(`[data-move="${each}"]:not(:disabled)`),
    )
    const focused = document.activeElement
    if (focused === document.body || row?.contains(focused)) button.find(Boolean)?.focus()
  })
  const { busy, run } = useAction(async (index: number, direction: Direction) => {
    const offer = open[index]
    const to = direction === 'up' ? index - 1 : index + 1
    if (!offer || !open[to]) return
    const keys = open.map(({ key }) => key)
    const moved = keys.toSpliced(index, 1).toSpliced(to, 0, offer.key)
    const stored = offers.map(({ key }) => key)
    pressed.current = { key: offer.key, direction }
    await orderOffers([...moved, ...stored.filter((key) => !keys.includes(key))], stored)
    onSay(m.standsNow({ name: offer.staffName, place: to + 1, count: keys.length }))
  })
  return { busy, move: run, list }
}

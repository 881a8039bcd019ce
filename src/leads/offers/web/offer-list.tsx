import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderedRows, useRowOrder } from '#platform/web/app/forms/ordered-rows.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { EditedOffer } from '../api/offers.ts'
import { m } from '../messages/messages.ts'
import { archiveOffer, bringBackOffer, deleteOffer, offerFiguresQuery, orderOffers } from './data.ts'
import { OfferRow } from './offer-row.tsx'
import classes from './offers.module.css'

interface OfferListProps {
  readonly offers: readonly EditedOffer[]
  readonly onEdit: (key: string) => void
  /** Tells whoever does not see the list move where an offer stands now. */
  readonly onSay: (sentence: string) => void
}

/** Those that new leads can take, in their order, then those that are archived. */
export function OfferList({ offers, onEdit, onSay }: OfferListProps) {
  const mayEdit = useRight('programme')
  const { data } = useQuery(offerFiguresQuery)
  const [pendingDelete, setPendingDelete] = useState<EditedOffer | null>(null)
  const open = offers.filter(({ archivedAt }) => archivedAt === null)
  const away = offers.filter(({ archivedAt }) => archivedAt !== null)
  const stored = offers.map(({ key }) => key)
  const { list, move } = useRowOrder(
    open.map(({ key, staffName }) => ({ key, name: staffName })),
    (keys) => orderOffers([...keys, ...away.map(({ key }) => key)], stored),
    onSay,
  )
  const archive = useAction(async ({ key, staffName }: EditedOffer) => {
    await archiveOffer(key)
    toastSuccess(m.isArchived({ name: staffName }), m.isArchivedText())
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
      onMove={(direction) => move(offer.key, direction)}
      onEdit={() => onEdit(offer.key)}
      onArchive={() => archive.run(offer)}
      onBringBack={() => bringBack.run(offer)}
      onDelete={() => setPendingDelete(offer)}
    />
  )
  return (
    <>
      <ol ref={list} className={orderedRows} aria-label={m.openOffers()}>
        {open.map((offer, index) => rowOf(offer, index, open.length))}
      </ol>
      {away.length > 0 && (
        <section aria-labelledby="offers-away">
          <h3 id="offers-away" className={classes.part}>
            {m.archivedOffers()}
          </h3>
          <ul className={orderedRows}>{away.map((offer, index) => rowOf(offer, index, away.length))}</ul>
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

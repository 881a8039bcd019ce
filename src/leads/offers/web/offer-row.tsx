import { Menu } from '@mantine/core'
import { formatEuros } from '#platform/domain/money.ts'
import { useMissingNames } from '#platform/web/app/forms/name-field.tsx'
import { type Direction, MoveButtons, OrderedRow } from '#platform/web/app/forms/ordered-rows.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { EditedOffer } from '../api/offers.ts'
import { m } from '../messages/messages.ts'
import classes from './offers.module.css'

interface Figures {
  readonly count: number
  readonly openCount: number
  readonly signedCount: number
  readonly signedCents: number
}

interface OfferRowProps {
  readonly offer: EditedOffer
  /** Null without a lead; undefined before they are read. */
  readonly figures: Figures | null | undefined
  readonly place: { readonly isFirst: boolean; readonly isLast: boolean }
  readonly mayEdit: boolean
  readonly onMove: (direction: Direction) => void
  readonly onEdit: () => void
  readonly onArchive: () => void
  readonly onBringBack: () => void
  readonly onDelete: () => void
}

/** '2 000 € to 4 000 €, proposes 2 500 €', as far as that is said. */
function amountsText({ leastCents, mostCents, suggestedCents }: EditedOffer): string {
  const range =
    leastCents === null || mostCents === null ? '' : m.range({ least: formatEuros(leastCents), most: formatEuros(mostCents) })
  const proposal = suggestedCents === null ? '' : m.proposes({ amount: formatEuros(suggestedCents) })
  return [range, proposal].filter(Boolean).join(', ')
}

function figuresText({ count, openCount, signedCount, signedCents }: Figures): string {
  return m.figuresOfOffer({ count, openCount, signedCount, amount: formatEuros(signedCents) })
}

/** An offer in the list: what both sides call it, its amounts, how it does, and what can be done with it. */
export function OfferRow({ offer, figures, place, mayEdit, onMove, onEdit, ...doings }: OfferRowProps) {
  const { staffName: name, archivedAt } = offer
  const amounts = amountsText(offer)
  const missing = useMissingNames(offer.names)
  const isForClients = offer.onIntroductions && !archivedAt
  return (
    <OrderedRow
      id={offer.key}
      name={name}
      words={
        <>
          <p>
            <span className={classes.name}>{name}</span> <span className={classes.badge}>{offer.name}</span>
          </p>
          <SoftText component="p" fz="sm">
            {[amounts, figures === undefined ? '' : figures ? figuresText(figures) : m.noLeadYet()].filter(Boolean).join(' · ')}
          </SoftText>
          {(isForClients || missing) && (
            <p className={classes.marks}>
              {isForClients && <StatusBadge tone="known">{m.clientsChooseIt()}</StatusBadge>}
              {missing && <SoftText component="span">{missing}</SoftText>}
            </p>
          )}
        </>
      }
      actions={
        mayEdit && (
          <>
            {!archivedAt && <MoveButtons name={name} canMove={{ up: !place.isFirst, down: !place.isLast }} onMove={onMove} />}
            <RowButton look="default" aria-label={m.editNamed({ name })} onClick={onEdit}>
              {m.edit()}
            </RowButton>
            <MoreOf offer={offer} {...doings} />
          </>
        )
      }
    />
  )
}

function MoreOf({
  offer,
  onArchive,
  onBringBack,
  onDelete,
}: Pick<OfferRowProps, 'offer' | 'onArchive' | 'onBringBack' | 'onDelete'>) {
  return (
    <RowMenu label={m.moreFor({ name: offer.staffName })}>
      {offer.archivedAt ? (
        <Menu.Item onClick={onBringBack}>{m.bringBack()}</Menu.Item>
      ) : (
        <Menu.Item onClick={onArchive}>{m.archive()}</Menu.Item>
      )}
      <Menu.Item color="var(--danger-ink)" disabled={offer.isUsed} onClick={onDelete}>
        {offer.isUsed ? m.inUse() : m.remove()}
      </Menu.Item>
    </RowMenu>
  )
}

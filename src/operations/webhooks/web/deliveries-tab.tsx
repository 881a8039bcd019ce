import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { ListTools } from '#platform/web/ui/tables/list-tools.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type Delivery, deliveryList } from '../api/webhooks.ts'
import { deliveryStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { deliveriesQuery, webhooksQuery } from './data.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryStateBadge, outcomeOf } from './delivery-state.tsx'
import { IntegrationsHeader } from './integrations-header.tsx'

const columnsFor = (onOpen: (id: string) => void): readonly Column<Delivery>[] => [
  {
    key: 'event',
    label: m.event(),
    card: 'title',
    cell: ({ event, webhook }) => (
      <>
        <p className="cell-main">{event}</p>
        <p className="cell-note clamp" title={webhook.url}>
          {webhook.url}
        </p>
      </>
    ),
  },
  { key: 'time', label: m.happened(), cell: ({ createdAt }) => relativeDate(createdAt, new Date()) },
  { key: 'outcome', label: m.lastAnswer(), cell: (delivery) => outcomeOf(delivery) },
  {
    key: 'state',
    label: m.state(),
    kept: true,
    cell: ({ state, attempts }) => (
      <>
        <DeliveryStateBadge state={state} />
        {attempts > 1 && <p className="cell-note">{m.attempts({ count: attempts })}</p>}
      </>
    ),
  },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: ({ id, event }) => (
      <div className="row-actions">
        <RowButton look="default" data-opens onClick={() => onOpen(id)} aria-label={m.detailsOf({ event })}>
          {m.details()}
        </RowButton>
      </div>
    ),
  },
]

/** Lists the messages of the last 30 days with their answers. */
export function DeliveriesTab() {
  const webhooks = useQuery(webhooksQuery)
  const endpoints = (webhooks.data?.items ?? []).map(({ id, url }) => ({ value: id, label: url }))
  const { address, filter, filters } = useList(deliveryList, {
    webhookId: { name: 'webhook', label: m.webhook(), all: m.allWebhooks(), options: endpoints },
    state: { label: m.state(), all: m.anyState(), labels: deliveryStateLabels },
  })
  const deliveries = useInfiniteQuery(deliveriesQuery(filter))
  const record = useRecordInAddress('delivery')
  const columns = useMemo(() => columnsFor(record.open), [record.open])
  return (
    <>
      <IntegrationsHeader view="deliveries" />
      <ListTools
        address={address}
        label={m.filterDeliveries()}
        columns={columns}
        filters={<ListFilters address={address} filters={filters} />}
      />
      <ListTable
        label={m.deliveries()}
        address={address}
        query={deliveries}
        columns={columns}
        empty={<EmptyState title={m.nothingSentYet()} text={m.nothingSentText()} />}
      />
      {record.id && <DeliveryDrawer key={record.id} id={record.id} onClose={record.close} />}
    </>
  )
}

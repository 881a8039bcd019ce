import { Button, Group, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { m } from '../messages/messages.ts'

const SupplierCodesDrawer = lazy(() => import('./supplier-codes-drawer.tsx'))

/** The accountant's journal of a period. */
export function Journal() {
  const [editsCodes, setEditsCodes] = useState(false)
  const address = useListAddress(periodNames)
  const query = new URLSearchParams(address.period)
  return (
    <section aria-labelledby="journal">
      <Title id="journal" order={2} fz={20} mt="xl">
        {m.journal()}
      </Title>
      <SoftText mb="sm">
        {m.journalLead()} {m.accountantChecks()}
      </SoftText>
      <Group className="list-tools" gap="sm">
        <ListFilters address={address} period={m.booked()} />
        <Button
          component="a"
          href={`/api/journal.csv${query.size > 0 ? `?${query}` : ''}`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {m.journalCsv()}
        </Button>
        <WithRight right="money">
          <Button variant="default" onClick={() => setEditsCodes(true)}>
            {m.supplierCodes()}
          </Button>
        </WithRight>
      </Group>
      <Suspense>{editsCodes && <SupplierCodesDrawer onClose={() => setEditsCodes(false)} />}</Suspense>
    </section>
  )
}

import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { offersQuery } from './data.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { OfferList } from './offer-list.tsx'

/** The offers in their order; one is edited in the place of the list. Mounted only while open. */
export default function OffersDrawer({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...offersQuery, staleTime: 0 })
  const [edited, setEdited] = useKeptOpen<{ readonly key: string | null }>('offer', ({ key }) => (key ? `offer ${key}` : 'offer'))
  const offers = query.data?.offers
  const offer = offers?.find(({ key }) => key === edited?.key) ?? null
  if (edited && offers && (offer || edited.key === null)) {
    return <OfferDialog key={edited.key} offer={offer} offers={offers} onClose={() => setEdited(null)} />
  }
  return <ListDialog onEdit={setEdited} onClose={onClose} />
}

interface ListDialogProps {
  readonly onEdit: (edited: { readonly key: string | null }) => void
  readonly onClose: () => void
}

function ListDialog({ onEdit, onClose }: ListDialogProps) {
  const query = useQuery(offersQuery)
  const [said, setSaid] = useState('')
  return (
    <SideDialog onClose={onClose} title={m.offers()} position="right" size="xl" transitionProps={{ duration: 0 }}>
      <Stack>
        <SoftText>{m.offersLead()}</SoftText>
        <QueryBoundary query={query}>
          {({ offers }) => <OfferList offers={offers} onEdit={(key) => onEdit({ key })} onSay={setSaid} />}
        </QueryBoundary>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Group justify="flex-end">
          <WithRight right="programme" explained>
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => onEdit({ key: null })}>
              {m.addOffer()}
            </Button>
          </WithRight>
        </Group>
      </Stack>
    </SideDialog>
  )
}

import { Button, Drawer, Group, Menu, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useIsPartUnread } from '#communication/lead-news/web/unread-marks.ts'
import { receiptAddress } from '#leads/receipts/web/receipt-address.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { useFocusBack } from '#platform/web/ui/dialogs/focus-back.ts'
import { EmptyState, ListLoading, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Lead } from '../../api/leads.ts'
import { leadStatusLabels } from '../../domain/leads.ts'
import type { CardActions } from '../board/lead-card.tsx'
import { MoveItems } from '../board/lead-menu.tsx'
import { leadQuery } from '../data.ts'
import classes from '../leads.module.css'
import { LeadComments } from './lead-comments.tsx'
import { LeadDetails } from './lead-details.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { useReadOnScreen } from './read-on-screen.ts'
import { useTabInAddress } from './tab-in-address.ts'

/** Lazy: of signed leads alone, and not part of a board's first load. */
const LeadReceipts = lazy(() => import('#money/client-payments/web/lead-receipts.tsx'))

const RegistrationPanel = lazy(() => import('#leads/registrations/web/registration-panel.tsx'))

const ClientPanel = lazy(() => import('#leads/client-confirmations/web/client-panel.tsx'))

/** Loaded with the drawer of a lead that is closed, not with the board. */
const LeadDisputes = lazy(async () => ({ default: (await import('#money/disputes/web/lead-disputes.tsx')).LeadDisputes }))

interface LeadDrawerProps extends CardActions {
  readonly leadId: string
  readonly offers: Readonly<Record<Lead['offerType'], string>>
  /** Another dialog is open on top: Escape closes that one. */
  readonly covered: boolean
  readonly onClose: () => void
}

/** A lead with its details, history and comments. */
export function LeadDrawer({ leadId, offers, covered, onClose, onOpen, ...actions }: LeadDrawerProps) {
  useFocusBack()
  const query = useQuery(leadQuery(leadId))
  const [asking, setAsking] = useState(false)
  const { tab, open: openTab } = useTabInAddress((each) => each !== 'payments' || query.data?.status === 'signe')
  const hasMessage = useIsPartUnread(leadId, 'messages')
  useReadOnScreen(leadId, 'details', tab === 'details' && query.isSuccess)
  const gone = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 422)
  const name = gone ? 'Lead introuvable' : (query.data?.name ?? 'Lead')
  return (
    <Drawer
      lang="fr"
      opened
      returnFocus={false}
      onClose={onClose}
      size={580}
      zIndex={190}
      closeOnEscape={!covered && !asking}
      overlayProps={{ backgroundOpacity: 0.35 }}
      title={name}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      {gone ? (
        <EmptyState title="Ce lead n’est plus là" text="Il a été supprimé, ou il n’est pas à vous.">
          <Button variant="default" onClick={onClose}>
            Fermer
          </Button>
        </EmptyState>
      ) : (
        <QueryBoundary query={query}>
          {(lead) => (
            <>
              <Group gap="xs" mb="sm">
                <StatusBadge tone={lead.status}>{leadStatusLabels[lead.status]}</StatusBadge>
                <SoftText style={{ overflowWrap: 'anywhere' }}>{lead.company}</SoftText>
              </Group>
              <LeadActions lead={lead} {...actions} />
              <Tabs value={tab} onChange={openTab} key={lead.id} classNames={{ tab: classes.tab ?? '' }}>
                <Tabs.List mb="lg">
                  <Tabs.Tab value="details">Détails</Tabs.Tab>
                  <Tabs.Tab value="history">Historique</Tabs.Tab>
                  <Tabs.Tab value="messages" rightSection={hasMessage && <StatusBadge tone="known">Non lu</StatusBadge>}>
                    Échanges
                  </Tabs.Tab>
                  {lead.status === 'signe' && <Tabs.Tab value="payments">Paiements</Tabs.Tab>}
                </Tabs.List>
                <Tabs.Panel value="details">
                  <LeadDetails lead={lead} offers={offers} onOpen={onOpen} onCover={setAsking} />
                  <Suspense>
                    <RegistrationPanel lead={lead} onCover={setAsking} />
                    <ClientPanel lead={lead} onCover={setAsking} />
                  </Suspense>
                  {(lead.status === 'signe' || lead.status === 'refuse') && (
                    <Suspense>
                      <LeadDisputes lead={lead} onCover={setAsking} />
                    </Suspense>
                  )}
                </Tabs.Panel>
                <Tabs.Panel value="history">
                  <LeadTimeline leadId={lead.id} offers={offers} />
                </Tabs.Panel>
                <Tabs.Panel value="messages">
                  <LeadComments leadId={lead.id} isShown={tab === 'messages'} />
                </Tabs.Panel>
                {lead.status === 'signe' && (
                  <Tabs.Panel value="payments" keepMounted={false}>
                    <Suspense fallback={<ListLoading rows={3} />}>
                      <LeadReceipts leadId={lead.id} onAsking={setAsking} />
                    </Suspense>
                  </Tabs.Panel>
                )}
              </Tabs>
            </>
          )}
        </QueryBoundary>
      )}
    </Drawer>
  )
}

function LeadActions({ lead, onEdit, onMove, onDelete }: Omit<CardActions, 'onOpen'> & { lead: Lead }) {
  return (
    <Group gap="xs" mb="md">
      {lead.can.edit && (
        <Button size="xs" variant="default" onClick={() => onEdit(lead)}>
          Éditer
        </Button>
      )}
      {lead.can.move && (
        <Menu position="bottom-start" width={220} withinPortal={false}>
          <Menu.Target>
            <Button size="xs" variant="default">
              Déplacer vers
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MoveItems lead={lead} onMove={onMove} />
          </Menu.Dropdown>
        </Menu>
      )}
      <Button component="a" href={receiptAddress(lead.id)} download size="xs" variant="default">
        Récépissé (PDF)
      </Button>
      {lead.can.delete && (
        <Button size="xs" variant="subtle" color="red" c="var(--danger-ink)" onClick={() => onDelete(lead)}>
          Supprimer
        </Button>
      )}
    </Group>
  )
}

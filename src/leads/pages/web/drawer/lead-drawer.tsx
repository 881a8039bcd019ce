import { Button, Drawer, Group, Menu, Tabs } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAbility } from '#access/web/rights.ts'
import { clientName } from '#leads/domain/client-names.ts'
import type { Offers } from '#leads/lead-settings/web/data.ts'
import type { LeadDetail, ListedLead } from '#leads/leads/api/leads.ts'
import { leadQuery } from '#leads/leads/web/data.ts'
import { receiptAddress } from '#leads/receipts/web/receipt-address.ts'
import { isOpenStage, wonStage } from '#leads/stages/domain/stages.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { useFocusBack } from '#platform/web/ui/dialogs/focus-back.ts'
import { EmptyState, ErrorState, ListLoading, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../../messages/messages.ts'
import type { CardActions } from '../board/lead-card.tsx'
import { MoveItems } from '../board/lead-menu.tsx'
import { readOnBoard } from '../data.ts'
import { useLeadAbilities } from '../lead-rights.ts'
import classes from '../leads.module.css'
import { LeadComments } from './lead-comments.tsx'
import { LeadDetails } from './lead-details.tsx'
import panel from './lead-drawer.module.css'
import { LeadSummary } from './lead-summary.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { useReadOnScreen } from './read-on-screen.ts'
import { useTabInAddress } from './tab-in-address.ts'

/** Lazy: of signed leads alone, and not part of a board's first load. */
const LeadReceipts = lazy(() => import('#money/client-payments/web/lead-receipts.tsx'))

const ClientPaid = lazy(async () => ({ default: (await import('#money/client-payments/web/client-paid.tsx')).ClientPaid }))

const ShareReceipt = lazy(() => import('#leads/receipts/web/share-receipt.tsx'))

const SharePanel = lazy(() => import('#leads/shares/web/share-panel.tsx'))

const PassDialog = lazy(() => import('#partners/team/web/pass-dialog.tsx'))

const LeadFiles = lazy(() => import('#leads/leads/web/lead-files.tsx'))

const ClientPanel = lazy(() => import('#leads/client-confirmations/web/client-panel.tsx'))

const NoticeLine = lazy(() => import('#leads/notices/web/notice-line.tsx'))

/** Loaded with the drawer of a lead that is closed, not with the board. */
const LeadDisputes = lazy(async () => ({ default: (await import('#money/disputes/web/lead-disputes.tsx')).LeadDisputes }))

interface LeadDrawerProps extends CardActions {
  readonly leadId: string
  readonly offers: Offers
  /** Another dialog is open on top: Escape closes that one. */
  readonly covered: boolean
  readonly onClose: () => void
}

/** A lead with its details, history and comments: at once with what its card knows, then whole. */
export function LeadDrawer({ leadId, offers, covered, onClose, onOpen, ...actions }: LeadDrawerProps) {
  useFocusBack()
  const query = useQuery(leadQuery(leadId))
  const lead: ListedLead | undefined = query.data ?? readOnBoard(leadId)
  const [asking, setAsking] = useState(false)
  const seesMoney = useAbility('money')
  const hasPayments = seesMoney && lead?.status === wonStage && !lead.share?.isOthers
  const { tab, isToMessages, open: openTab } = useTabInAddress((each) => each !== 'payments' || hasPayments)
  useReadOnScreen(leadId, 'details', tab === 'details' && query.isSuccess)
  const gone = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 422)
  const name = gone ? m.leadNotFound() : (lead?.name ?? m.lead())
  return (
    <Drawer
      opened
      returnFocus={false}
      onClose={onClose}
      size={580}
      zIndex={190}
      closeOnEscape={!covered && !asking}
      overlayProps={{ backgroundOpacity: 0.35 }}
      title={name}
      closeButtonProps={{ 'aria-label': m.close() }}
    >
      {gone ? (
        <EmptyState title={m.leadIsGone()} text={m.leadIsGoneText()}>
          <Button variant="default" onClick={onClose}>
            {m.close()}
          </Button>
        </EmptyState>
      ) : (
        <QueryBoundary query={{ data: lead, error: query.error, refetch: query.refetch }}>
          {(known) => (
            <>
              <Tabs value={tab} onChange={openTab} key={known.id} classNames={{ tab: classes.tab ?? '' }}>
                <Tabs.List mb="lg">
                  <Tabs.Tab value="details">{m.details()}</Tabs.Tab>
                  <Tabs.Tab value="history">{m.history()}</Tabs.Tab>
                  {hasPayments && <Tabs.Tab value="payments">{m.payments()}</Tabs.Tab>}
                </Tabs.List>
                <Tabs.Panel value="details">
                  <DetailsPanel
                    query={query}
                    known={known}
                    offers={offers}
                    isToMessages={isToMessages}
                    onOpen={onOpen}
                    onCover={setAsking}
                    onLost={onClose}
                    {...actions}
                  />
                </Tabs.Panel>
                <Tabs.Panel value="history">
                  <LeadTimeline leadId={known.id} offers={offers} />
                </Tabs.Panel>
                {hasPayments && (
                  <Tabs.Panel value="payments" keepMounted={false}>
                    <Suspense fallback={<ListLoading rows={3} />}>
                      <LeadReceipts leadId={known.id} onAsking={setAsking} />
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

interface DetailsPanelProps extends CardActions, Pick<LeadDrawerProps, 'offers'> {
  readonly query: Pick<UseQueryResult<LeadDetail>, 'data' | 'error' | 'refetch'>
  readonly known: ListedLead
  readonly isToMessages: boolean
  readonly onCover: (covered: boolean) => void
  /** The lead is a colleague's now, whose leads the reader does not see. */
  readonly onLost: () => void
}

/** What one comes for, then what was said, then all that is known. */
function DetailsPanel({ query, known, offers, isToMessages, onOpen, onCover, onLost, ...actions }: DetailsPanelProps) {
  const { data, error, refetch } = query
  // Another partner's lead, which is shared with the reader: thread, files and receipt are between that one and the team.
  const isOthers = known.share?.isOthers
  // What is known follows the query a moment later, also to another lead.
  const whole = data?.id === known.id ? data : undefined
  if (!whole && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <LeadSummary lead={known} whole={whole} offers={offers} onOpen={onOpen} onMove={actions.onMove} onCover={onCover}>
        {!isOthers && <LeadActions lead={known} whole={whole} onAsking={onCover} onLost={onLost} {...actions} />}
      </LeadSummary>
      {!isOthers && <LeadComments leadId={known.id} isAimedAt={isToMessages} mayAnswer={!whole?.erasesAt} />}
      <section className={panel.part} aria-label={m.leadDetails()}>
        <LeadDetails lead={known} whole={whole} onEdit={actions.onEdit} onCover={onCover} />
        {isOthers ? null : <AroundLead lead={known} whole={whole} onCover={onCover} />}
      </section>
    </>
  )
}

interface AroundLeadProps {
  readonly lead: ListedLead
  readonly whole: LeadDetail | undefined
  readonly onCover: (covered: boolean) => void
}

/** What its own partner and staff keep of a lead. */
function AroundLead({ lead: known, whole, onCover }: AroundLeadProps) {
  const seesMoney = useAbility('money')
  return (
    <>
      {whole && (
        <Suspense>
          <LeadFiles lead={known} files={whole.files ?? []} mayAdd={whole.can.edit} onCover={onCover} />
        </Suspense>
      )}
      {!whole?.erasesAt && (
        <Suspense>
          <ClientPanel lead={known} onCover={onCover} />
        </Suspense>
      )}
      {!known.erasedAt && !whole?.erasesAt && (
        <Suspense>
          <NoticeLine leadId={known.id} onCover={onCover} />
        </Suspense>
      )}
      {seesMoney && !isOpenStage(known.status) && (
        <Suspense>
          <LeadDisputes lead={known} onCover={onCover} />
        </Suspense>
      )}
      {/* A share stands above; what shares a lead comes last, so that nothing moves when it is there. */}
      {whole && !whole.shares && (
        <Suspense>
          <SharePanel lead={whole} onCover={onCover} />
        </Suspense>
      )}
    </>
  )
}

interface LeadActionsProps extends Omit<CardActions, 'onOpen'> {
  readonly lead: ListedLead
  readonly whole: LeadDetail | undefined
  readonly onAsking: (isAsking: boolean) => void
  readonly onLost: () => void
}

function LeadActions({ lead, whole, onAsking, onLost, onEdit, onMove, onDelete }: LeadActionsProps) {
  const can = useLeadAbilities(whole ?? lead)
  const hasReceipt = !lead.erasedAt && !whole?.erasesAt
  return (
    <Group gap="xs" className={panel.actions}>
      {lead.status === wonStage && (
        <Suspense>
          <ClientPaid leadId={lead.id} onAsking={onAsking} />
        </Suspense>
      )}
      {can.edit && (
        <Button lang={m.edit.lang} size="xs" variant="default" onClick={() => onEdit(lead)}>
          {m.edit()}
        </Button>
      )}
      {can.move && (
        <Menu position="bottom-start" width={220} withinPortal={false}>
          <Menu.Target>
            <Button size="xs" variant="default">
              {m.moveTo()}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MoveItems lead={lead} onMove={onMove} />
          </Menu.Dropdown>
        </Menu>
      )}
      <PassLead lead={whole ?? lead} onAsking={onAsking} onLost={onLost} />
      {hasReceipt && (
        <Button component="a" href={receiptAddress(lead.id)} download size="xs" variant="default">
          {m.receiptPdf()}
        </Button>
      )}
      {whole && hasReceipt && (
        <Suspense>
          <ShareReceipt leadId={lead.id} number={whole.registration.number} company={clientName(lead)} />
        </Suspense>
      )}
      {can.delete && (
        <Button lang={m.remove.lang} size="xs" variant="subtle" color="red" c="var(--danger-ink)" onClick={() => onDelete(lead)}>
          {m.remove()}
        </Button>
      )}
    </Group>
  )
}

interface PassLeadProps extends Pick<LeadActionsProps, 'onAsking' | 'onLost'> {
  readonly lead: Pick<ListedLead, 'id' | 'name' | 'company' | 'typedBy'>
}

/** Passes the lead to a colleague, at a partner of several people. */
function PassLead({ lead, onAsking, onLost }: PassLeadProps) {
  const { partner, view } = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!partner?.hasTeam || view || !lead.typedBy) return null
  const open = (isAsking: boolean) => {
    setOpen(isAsking)
    onAsking(isAsking)
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => open(true)}>
        {m.passOn()}
      </Button>
      <Suspense>
        {isOpen && (
          <PassDialog
            leadId={lead.id}
            name={clientName(lead)}
            personId={lead.typedBy.id}
            onLost={onLost}
            onClose={() => open(false)}
          />
        )}
      </Suspense>
    </>
  )
}

import { Alert, Anchor, Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { roleLabels } from '#access/domain/actor.ts'
import { useRight } from '#access/web/rights.ts'
import { invitationFilterLabels, nameOf } from '#accounts/people/domain.ts'
import { partnerPath } from '#accounts/people/web/partner-link.tsx'
import { RecurringNotice } from '#money/rules/web/recurring-notice.tsx'
import { PartnerActions, type PartnerDialog } from '#partners/partners/web/partner-actions.tsx'
import { isToBeInvited } from '#partners/partners/web/remind-bar.tsx'
import { InviteDialog } from '#partners/team/web/invite-dialog.tsx'
import { teamOfPartner } from '#partners/team/web/partner-team-data.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { PartnerProfile } from '../api/profile.ts'
import { isOver } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { profileQuery, readPartnerAgain } from './data.ts'
import { draftOfChange, PartnerDialogs } from './partner-dialogs.tsx'

interface PartnerChange {
  readonly what: 'merge' | 'split'
  readonly partnerId: string
}

export type AskHere = (dialog: PartnerDialog) => void

interface PartnerFrameProps {
  readonly children: (profile: PartnerProfile, onAsk: AskHere) => ReactNode
}

/** What the pages of a partner share: name, badges, actions and tabs. */
export function PartnerFrame({ children }: PartnerFrameProps) {
  const { partnerId = '' } = useParams()
  const query = useQuery(profileQuery(partnerId))
  const [action, setDialog] = useState<PartnerDialog | null>(null)
  const [inviting, setInviting] = useKeptOpen<string>('partner', draftOf)
  const [change, setChange] = useKeptOpen<PartnerChange>('partner-change', draftOfChange)
  const { data } = query
  const changing = change?.partnerId === partnerId ? change.what : null
  const ask = (dialog: PartnerDialog) =>
    dialog === 'merge' || dialog === 'split' ? setChange({ what: dialog, partnerId }) : setDialog(dialog)
  const openDialog = action ?? changing
  const close = () => {
    if (!action) return setChange(null)
    setDialog(null)
    void readPartnerAgain(partnerId)
  }
  const name = data ? nameOf({ name: data.person.fullName, deleted: data.deletedAt !== null }) : m.partner()
  return (
    <>
      <PageHeader title={name} subtitle={data && <Subtitle profile={data} />}>
        {data && (
          <PartnerActions person={data.person} isOver={isOver(data)} onAsk={ask}>
            <InviteItem profile={data} onInvite={() => setInviting(partnerId)} />
          </PartnerActions>
        )}
      </PageHeader>
      {data?.merged && <MergedNotice merged={data.merged} />}
      {data && mayBeEnded(data) && <RecurringNotice partner={data.person} recurring={data.recurring} />}
      <PageTabs
        label={m.aboutPartner()}
        tabs={[
          { label: m.overview(), path: partnerPath(partnerId) },
          { label: m.history(), path: `${partnerPath(partnerId)}/history` },
        ]}
      />
      <QueryBoundary query={query} rows={8}>
        {(profile) => children(profile, setDialog)}
      </QueryBoundary>
      {inviting === partnerId && (
        <InviteDialog
          draft={draftOf(partnerId)}
          invite={teamOfPartner(partnerId).invite}
          hasOwner={data?.person.state !== 'invited'}
          onClose={() => setInviting(null)}
        />
      )}
      <PartnerDialogs
        openDialog={data && openDialog ? { dialog: openDialog, person: data.person } : null}
        isOver={data !== undefined && isOver(data)}
        onClose={close}
      />
    </>
  )
}

/** The storage key of the invitation to a partner that is being written. */
const draftOf = (partnerId: string) => `colleague:${partnerId}`

interface InviteItemProps {
  readonly profile: PartnerProfile
  readonly onInvite: () => void
}

/** The page alone offers it: in lists it would be in the way. */
function InviteItem({ profile, onInvite }: InviteItemProps) {
  const mayInvite = useRight('partners')
  if (!mayInvite || isOver(profile) || profile.person.role !== 'partner') return null
  return <Menu.Item onClick={onInvite}>{m.inviteColleague()}</Menu.Item>
}

/** Whether what clients' payments bring goes on for somebody who is no partner any more. */
const mayBeEnded = (profile: PartnerProfile) =>
  profile.recurring.leads > 0 && (isOver(profile) || profile.person.role !== 'partner')

/** Where the partner is now, above all else. */
function MergedNotice({ merged }: { readonly merged: NonNullable<PartnerProfile['merged']> }) {
  const { id, ...into } = merged.into
  const link = (parts: readonly ReactNode[]) => (
    <Anchor key="link" component={Link} to={partnerPath(id)} c="inherit" fz="inherit" fw="inherit" underline="always">
      {parts}
    </Anchor>
  )
  return (
    <Alert role="status" mb="md" title={m.mergedInto({ name: nameOf(into), day: shortDate(merged.at), link })}>
      {m.mergedIntoText()}
    </Alert>
  )
}

function Subtitle({ profile: { person, deletedAt, merged, health } }: { profile: PartnerProfile }) {
  return (
    <Group component="span" gap={8}>
      {person.company || m.noCompany()}
      {person.role === 'admin' && <StatusBadge tone="known">{roleLabels.admin}</StatusBadge>}
      {person.state === 'invited' && !deletedAt && !merged && (
        <StatusBadge tone="todo">{isToBeInvited(person) ? invitationFilterLabels.none : m.invited()}</StatusBadge>
      )}
      {deletedAt && <StatusBadge tone="danger">{m.deletedOn({ day: shortDate(deletedAt) })}</StatusBadge>}
      {health.dormantSince && <StatusBadge tone="todo">{m.dormantSinceDay({ day: shortDate(health.dormantSince) })}</StatusBadge>}
    </Group>
  )
}

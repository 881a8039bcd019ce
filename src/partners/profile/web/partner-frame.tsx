import { Alert, Anchor, Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { nameOf } from '#accounts/people/domain.ts'
import { partnerPath } from '#accounts/people/web/partner-link.tsx'
import { RecurringNotice } from '#money/rules/web/recurring-notice.tsx'
import { PartnerActions, type PartnerDialog } from '#partners/partners/web/partner-actions.tsx'
import { InviteDialog } from '#partners/team/web/invite-dialog.tsx'
import { teamOfPartner } from '#partners/team/web/partner-team-data.ts'
import { roleLabels } from '#platform/domain/actor.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { PartnerProfile } from '../api/profile.ts'
import { isOver } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { profileQuery, readPartnerAgain } from './data.ts'
import { PartnerDialogs } from './partner-dialogs.tsx'

/** Lazy: partners are merged and split rarely. */
const changeDialogs = {
  merge: lazy(() => import('#partners/merging/web/merge-dialog.tsx')),
  split: lazy(() => import('#partners/merging/web/split-dialog.tsx')),
}

interface PartnerChange {
  readonly what: keyof typeof changeDialogs
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
  const close = () => {
    setDialog(null)
    void readPartnerAgain(partnerId)
  }
  const name = data ? nameOf({ name: data.person.fullName, deleted: data.deletedAt !== null }) : m.partner()
  return (
    <>
      <PageHeader title={name} subtitle={data && <Subtitle profile={data} />}>
        {data && (
          <PartnerActions person={data.person} isOver={isOver(data)} onAsk={(dialog) => setDialog(dialog)}>
            <PeopleItems
              profile={data}
              onInvite={() => setInviting(partnerId)}
              onChange={(what) => setChange({ what, partnerId })}
            />
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
      {data && change?.partnerId === partnerId && <ChangeDialog profile={data} change={change} onClose={() => setChange(null)} />}
      <PartnerDialogs
        openDialog={data && action ? { dialog: action, person: data.person } : null}
        isOver={data !== undefined && isOver(data)}
        onClose={close}
      />
    </>
  )
}

/** The storage key of the invitation to a partner that is being written. */
const draftOf = (partnerId: string) => `colleague:${partnerId}`

const draftOfChange = ({ what, partnerId }: PartnerChange) => `${what} ${partnerId}`

interface ChangeDialogProps {
  readonly profile: PartnerProfile
  readonly change: PartnerChange
  readonly onClose: () => void
}

function ChangeDialog({ profile: { person }, change, onClose }: ChangeDialogProps) {
  const Dialog = changeDialogs[change.what]
  const partner = { id: person.id, name: person.fullName, company: person.company }
  return (
    <Suspense>
      <Dialog partner={partner} draft={draftOfChange(change)} onClose={onClose} />
    </Suspense>
  )
}

interface PeopleItemsProps {
  readonly profile: PartnerProfile
  readonly onInvite: () => void
  readonly onChange: (what: PartnerChange['what']) => void
}

/** What the page offers about the partner and its people; in lists these entries would be in the way. */
function PeopleItems({ profile, onInvite, onChange }: PeopleItemsProps) {
  const { person } = profile
  const mayChange = useRight('partners')
  if (!mayChange || isOver(profile) || person.role !== 'partner') return null
  return (
    <>
      <Menu.Item onClick={onInvite}>{m.inviteColleague()}</Menu.Item>
      {(person.people ?? 1) > 1 && <Menu.Item onClick={() => onChange('split')}>{m.splitOff()}</Menu.Item>}
      <Menu.Item onClick={() => onChange('merge')}>{m.mergeIntoAnother()}</Menu.Item>
    </>
  )
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
      {person.state === 'invited' && !deletedAt && !merged && <StatusBadge tone="todo">{m.invited()}</StatusBadge>}
      {deletedAt && <StatusBadge tone="danger">{m.deletedOn({ day: shortDate(deletedAt) })}</StatusBadge>}
      {health.dormantSince && <StatusBadge tone="todo">{m.dormantSinceDay({ day: shortDate(health.dormantSince) })}</StatusBadge>}
    </Group>
  )
}

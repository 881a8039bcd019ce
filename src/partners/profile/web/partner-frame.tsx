import { Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { nameOf } from '#accounts/people/domain.ts'
import { partnerPath } from '#accounts/people/web/partner-link.tsx'
import { PartnerActions, type PartnerDialog } from '#partners/partners/web/partner-actions.tsx'
import { PartnerDialogs } from '#partners/partners/web/partner-dialogs.tsx'
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
import type { PartnerProfile } from '../api.ts'
import { m } from '../messages/messages.ts'
import { profileQuery, readPartnerAgain } from './data.ts'

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
          <PartnerActions person={data.person} onAsk={(dialog) => setDialog(dialog)}>
            <PeopleItems profile={data} onInvite={() => setInviting(partnerId)} />
          </PartnerActions>
        )}
      </PageHeader>
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
        <InviteDialog draft={draftOf(partnerId)} invite={teamOfPartner(partnerId).invite} onClose={() => setInviting(null)} />
      )}
      <PartnerDialogs openDialog={data && action ? { dialog: action, person: data.person } : null} onClose={close} />
    </>
  )
}

/** The storage key of the invitation to a partner that is being written. */
const draftOf = (partnerId: string) => `colleague:${partnerId}`

/** What the page offers about the people of a partner; in lists these entries would be in the way. */
function PeopleItems({ profile: { person, deletedAt }, onInvite }: { profile: PartnerProfile; onInvite: () => void }) {
  const mayInvite = useRight('partners')
  if (!mayInvite || deletedAt || person.role !== 'partner') return null
  return <Menu.Item onClick={onInvite}>{m.inviteColleague()}</Menu.Item>
}

function Subtitle({ profile: { person, deletedAt, health } }: { profile: PartnerProfile }) {
  return (
    <Group component="span" gap={8}>
      {person.company || m.noCompany()}
      {person.role === 'admin' && <StatusBadge tone="known">{roleLabels.admin}</StatusBadge>}
      {person.state === 'invited' && !deletedAt && <StatusBadge tone="todo">{m.invited()}</StatusBadge>}
      {deletedAt && <StatusBadge tone="danger">{m.deletedOn({ day: shortDate(deletedAt) })}</StatusBadge>}
      {health.dormantSince && <StatusBadge tone="todo">{m.dormantSinceDay({ day: shortDate(health.dormantSince) })}</StatusBadge>}
    </Group>
  )
}

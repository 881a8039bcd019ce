import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { tellInvited } from '#partners/partners/web/tell-invited.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useMe, useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { IconUserPlus } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import type { Team, TeamPerson } from '../api.ts'
import { m } from '../messages/messages.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { endColleague, resendToColleague, teamQuery } from './data.ts'
import { EndDialog } from './end-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './team.module.css'
import { type TeamAction, teamColumns } from './team-columns.tsx'

/** The storage key of the invitation that is being written. */
const draft = 'colleague'

/** Who decides here, for whoever does not, and what an owner is allowed. */
function TeamNote({ team }: { readonly team: Team }) {
  const { partner, contractSigned } = useMe()
  const { providerName, contactEmail } = useSettings()
  if (partner?.role !== 'owner') return <SoftText>{m.ownersDecide()}</SoftText>
  if (!contractSigned) return <SoftText>{m.signFirst()}</SoftText>
  const max = team.colleagues
  if (!team.can.invite) return <SoftText>{m.teamFull({ max, providerName, contact: contactEmail || 'none' })}</SoftText>
  return <SoftText>{m.placesLeft({ count: max - (team.people.length - 1) })}</SoftText>
}

async function resend({ id, email }: TeamPerson): Promise<void> {
  try {
    await resendToColleague(id)
    await tellInvited({ title: m.invitationResent(), text: m.invitationSentTo({ email }) })
  } catch (error) {
    toastFailure(m.invitationNotSent(), error)
  }
}

/** The people of the partner, whom its owners invite, change and end. */
export function Component() {
  const query = useQuery(teamQuery)
  const { id, company, partner, view } = useMe()
  const { providerName } = useSettings()
  const [isInviting, setInviting] = useKeptOpen<true>('team', () => draft)
  const [changing, setChanging] = useState<TeamPerson | null>(null)
  const [ending, setEnding] = useState<TeamPerson | null>(null)
  const onAsk = useCallback((action: TeamAction, person: TeamPerson) => {
    if (action === 'resend') void resend(person)
    else if (action === 'change') setChanging(person)
    else setEnding(person)
  }, [])
  const isOwner = partner?.role === 'owner' && !view
  const columns = useMemo(() => teamColumns({ id, isOwner, providerName }, onAsk), [id, isOwner, providerName, onAsk])
  return (
    <>
      <PageHeader title={m.team()} subtitle={m.teamLead({ company: company || 'none' })}>
        {query.data?.can.invite && !view && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={() => setInviting(true)}>
            {m.inviteColleague()}
          </Button>
        )}
      </PageHeader>
      <QueryBoundary query={query} rows={3}>
        {(team) => (
          <>
            <DataTable label={m.team()} columns={columns} rows={team.people} />
            <div className={classes.note}>
              <TeamNote team={team} />
            </div>
          </>
        )}
      </QueryBoundary>
      {isInviting && <InviteDialog draft={draft} onClose={() => setInviting(null)} />}
      {changing && <ChangeDialog person={changing} onClose={() => setChanging(null)} />}
      <EndDialog
        person={ending}
        people={query.data?.people ?? []}
        text={(name) => m.endText({ name, company: company || 'none' })}
        end={endColleague}
        onClose={() => setEnding(null)}
      />
    </>
  )
}

import { Menu } from '@mantine/core'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { TeamPerson } from '../api.ts'
import { explanationOf } from '../domain.ts'
import { m } from '../messages/messages.ts'
import classes from './team.module.css'

export type TeamAction = 'change' | 'end' | 'resend'

interface TeamReader {
  /** The signed-in person. */
  readonly id: string
  readonly isOwner: boolean
  readonly providerName: string
}

type AskAbout = (action: TeamAction, person: TeamPerson) => void

/** Why an owner finds no action in a row. */
function whyFixed({ id, isMain }: TeamPerson, { id: reader, providerName }: TeamReader): string | null {
  if (isMain) return m.mainPersonFixed({ providerName })
  return id === reader ? m.ownAccessFixed() : null
}

interface PersonActionsProps {
  readonly person: TeamPerson
  readonly reader: TeamReader
  readonly onAsk: AskAbout
}

/** What an owner does to somebody, or why there is nothing to do. */
function PersonActions({ person, reader, onAsk }: PersonActionsProps) {
  const { fullName: name, can, state } = person
  if (!can.change && !can.end) {
    const why = whyFixed(person, reader)
    return why && <p className={classes.why}>{why}</p>
  }
  const isInvited = state === 'invited'
  return (
    <div className="row-actions">
      {can.change && (
        <RowButton look="default" aria-label={m.changeRoleOf({ name })} onClick={() => onAsk('change', person)}>
          {m.changeRole()}
        </RowButton>
      )}
      <RowMenu label={m.moreAbout({ name })}>
        {isInvited && <Menu.Item onClick={() => onAsk('resend', person)}>{m.resendInvitation()}</Menu.Item>}
        {can.end && (
          <Menu.Item color="var(--danger-ink)" onClick={() => onAsk('end', person)}>
            {isInvited ? m.withdrawInvitation() : m.endAccess()}
          </Menu.Item>
        )}
      </RowMenu>
    </div>
  )
}

/** The columns of the team, for an owner with what they do to each person. */
export function teamColumns(reader: TeamReader, onAsk: AskAbout): readonly Column<TeamPerson>[] {
  const actions: Column<TeamPerson> = {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (person) => <PersonActions person={person} reader={reader} onAsk={onAsk} />,
  }
  return [
    {
      key: 'person',
      label: m.person(),
      card: 'title',
      cell: ({ id, fullName, email }) => (
        <>
          <p className="cell-main">{id === reader.id ? m.isYou({ name: fullName }) : fullName}</p>
          <p className="cell-note clamp" title={email}>
            {email}
          </p>
        </>
      ),
    },
    {
      key: 'role',
      label: m.role(),
      kept: true,
      cell: ({ role, seesAmounts, isMain }) => (
        <>
          <p className="cell-main">{isMain ? m.mainPerson({ role: partnerRoleLabels[role] }) : partnerRoleLabels[role]}</p>
          <p className="cell-note cell-prose">{explanationOf(role, seesAmounts)}</p>
        </>
      ),
    },
    {
      key: 'state',
      label: m.state(),
      kept: true,
      cell: ({ state, isSuspended }) =>
        isSuspended ? (
          <StatusBadge tone="red">{m.suspended()}</StatusBadge>
        ) : (
          <StatusBadge tone={state === 'active' ? 'received' : 'todo'}>
            {state === 'active' ? m.active() : m.invited()}
          </StatusBadge>
        ),
    },
    { key: 'since', label: m.since(), cell: ({ since }) => shortDate(since) },
    ...(reader.isOwner ? [actions] : []),
  ]
}

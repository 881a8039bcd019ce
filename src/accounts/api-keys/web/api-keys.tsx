import { Code } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { apiKeyStateLabels } from '#access/domain/api-scopes.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { nameOf } from '#accounts/people/domain.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { relativeDate, shortDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { ApiKey } from '../api.ts'
import { m } from '../messages/messages.ts'
import { apiKeysQuery, revokeApiKey } from './data.ts'

const tones: Readonly<Record<ApiKey['state'], BadgeTone>> = { active: 'received', expired: 'todo', revoked: 'red' }

/** The day before the instant at which a key ends: its last one. */
const lastDay = (expiresAt: string) => shortDate(new Date(Date.parse(expiresAt) - 1).toISOString())

const columnsFor = (onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    label: m.name(),
    card: 'title',
    cell: ({ name, createdAt, createdBy }) => (
      <>
        <p className="cell-main clamp" title={name}>
          {name}
        </p>
        <p className="cell-note">{m.madeBy({ day: shortDate(createdAt), name: nameOf(createdBy) })}</p>
      </>
    ),
  },
  { key: 'prefix', label: m.key(), cell: ({ prefix }) => <Code fz="xs">{`${prefix}…`}</Code> },
  {
    key: 'scopes',
    label: m.permissions(),
    cell: ({ scopes }) => <span className="cell-note cell-prose">{scopes.join(', ')}</span>,
  },
  {
    key: 'used',
    label: m.lastUse(),
    cell: ({ lastUsedAt }) => (lastUsedAt ? relativeDate(lastUsedAt, new Date()) : m.never()),
  },
  {
    key: 'state',
    label: m.state(),
    kept: true,
    cell: ({ state, expiresAt }) => (
      <>
        <StatusBadge tone={tones[state]}>{apiKeyStateLabels[state]}</StatusBadge>
        {state === 'active' && expiresAt && <p className="cell-note">{m.until({ day: lastDay(expiresAt) })}</p>}
      </>
    ),
  },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (key) =>
      key.state === 'active' && (
        <div className="row-actions">
          <WithRight right="team">
            {' '}
            <RowButton look="danger" onClick={() => onRevoke(key)} aria-label={m.revokeNamed({ name: key.name })}>
              {m.revoke()}
            </RowButton>
          </WithRight>
        </div>
      ),
  },
]

/** Keys of programs that call the API. */
export function ApiKeys() {
  const address = useListAddress([])
  const keys = useInfiniteQuery(apiKeysQuery)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const columns = useMemo(() => columnsFor(setRevoking), [])
  return (
    <>
      <ListTable
        label={m.apiKeys()}
        address={address}
        query={keys}
        columns={columns}
        empty={<EmptyState title={m.noKeyYet()} text={m.noKeyYetText()} />}
      />
      <ConfirmDialog
        opened={revoking !== null}
        title={m.revokeThisKey()}
        text={m.revokeText({ name: revoking?.name ?? '' })}
        action={m.revoke()}
        danger
        onClose={() => setRevoking(null)}
        onConfirm={async () => {
          if (!revoking) return
          await revokeApiKey(revoking.id)
          toastSuccess(m.keyRevoked(), revoking.name)
        }}
      />
    </>
  )
}

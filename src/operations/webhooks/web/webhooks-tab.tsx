import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SecretShown } from '#platform/web/ui/dialogs/secret-shown.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { Webhook } from '../api/webhooks.ts'
import { disabledReasonLabels } from '../domain.ts'
import { deleteWebhook, rotateSecret, sendTest, switchWebhook, webhooksQuery } from './data.ts'
import { IntegrationsHeader } from './integrations-header.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'

function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabledBecause, failingSince, previousSecretUntil } = webhook
  const [tone, text] = !enabled
    ? (['refuse', 'Off'] as const)
    : failingSince
      ? (['todo', 'Failing'] as const)
      : (['received', 'On'] as const)
  return (
    <>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {disabledBecause && <p className="cell-note">{disabledReasonLabels[disabledBecause]}</p>}
      {enabled && failingSince && <p className="cell-note">since {relativeDate(failingSince, new Date())}</p>}
      {previousSecretUntil && Date.parse(previousSecretUntil) > Date.now() && <p className="cell-note">Two secrets sign</p>}
    </>
  )
}

type Action = 'edit' | 'delete' | 'rotate'

const columnsFor = (
  onTest: (webhook: Webhook) => void,
  onSwitch: (webhook: Webhook) => void,
  onAction: (action: Action, webhook: Webhook) => void,
): readonly Column<Webhook>[] => [
  {
    key: 'url',
    label: 'Address',
    card: 'title',
    cell: ({ url, description }) => (
      <>
        <p className="cell-main" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </p>
        <p className="cell-note">{description}</p>
      </>
    ),
  },
  { key: 'events', label: 'Events', cell: ({ events }) => <span className="cell-note">{events.join(', ')}</span> },
  { key: 'state', label: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    key: 'actions',
    label: 'Actions',
    align: 'end',
    card: 'actions',
    cell: (webhook) => (
      <div className="row-actions">
        <RowButton look="default" onClick={() => onTest(webhook)} aria-label={`Send a test to ${webhook.url}`}>
          Send a test
        </RowButton>
        <RowMenu label={`More actions on ${webhook.url}`}>
          <Menu.Item onClick={() => onAction('edit', webhook)}>Change</Menu.Item>
          <Menu.Item onClick={() => onSwitch(webhook)}>{webhook.enabled ? 'Switch off' : 'Switch on'}</Menu.Item>
          <Menu.Item onClick={() => onAction('rotate', webhook)}>Replace the secret</Menu.Item>
          <Menu.Item color="red" onClick={() => onAction('delete', webhook)}>
            Delete
          </Menu.Item>
        </RowMenu>
      </div>
    ),
  },
]

/** Endpoints that are told of events. */
export function WebhooksTab() {
  const navigate = useNavigate()
  const query = useQuery(webhooksQuery)
  const [isAdding, setAdding] = useState(false)
  const [doing, setDoing] = useState<{ readonly action: Action; readonly webhook: Webhook } | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const columns = useMemo(() => {
    const test = async ({ id, url }: Webhook) => {
      try {
        await sendTest(id)
        toastSuccess('Test sent', url)
        await navigate(`${pagePaths.integrations}?view=deliveries&webhook=${id}`)
      } catch (error) {
        toastFailure('Error', error)
      }
    }
    const turn = async (webhook: Webhook) => {
      try {
        await switchWebhook(webhook, !webhook.enabled)
        toastSuccess(webhook.enabled ? 'Webhook switched off' : 'Webhook switched on', webhook.url)
      } catch (error) {
        toastFailure('Error', error)
      }
    }
    return columnsFor(
      (webhook) => void test(webhook),
      (webhook) => void turn(webhook),
      (action, webhook) => setDoing({ action, webhook }),
    )
  }, [navigate])
  const close = () => setDoing(null)
  const on = (action: Action) => (doing?.action === action ? doing.webhook : null)
  const editing = on('edit')
  return (
    <>
      <IntegrationsHeader view="webhooks">
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          New webhook
        </Button>
      </IntegrationsHeader>
      <QueryBoundary query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable label="Webhooks" columns={columns} rows={items} />
          ) : (
            <EmptyState
              title="No webhook yet"
              text="A webhook tells another system at once that something happened: signed, and tried again for three days."
            />
          )
        }
      </QueryBoundary>
      {isAdding && <WebhookDrawer webhook={null} onClose={() => setAdding(false)} />}
      {editing && <WebhookDrawer webhook={editing} onClose={close} />}
      <ConfirmDialog
        opened={on('rotate') !== null}
        title="Replace the secret?"
        text="A new secret is shown once. The present one signs beside it for 24 hours: change the receiver within them."
        action="Replace"
        onClose={close}
        onConfirm={async () => {
          if (doing) setSecret((await rotateSecret(doing.webhook.id)).secret)
        }}
      />
      <ConfirmDialog
        opened={on('delete') !== null}
        title="Delete this webhook?"
        text={`${on('delete')?.url ?? ''} is told nothing any more, and its log of deliveries goes. This cannot be undone.`}
        action="Delete"
        danger
        onClose={close}
        onConfirm={async () => {
          if (!doing) return
          await deleteWebhook(doing.webhook.id)
          toastSuccess('Webhook deleted', doing.webhook.url)
        }}
      />
      {secret && (
        <Dialog onClose={() => setSecret(null)} filled title="The new secret">
          <SecretShown
            what="secret"
            secret={secret}
            text="Give it to the receiver within 24 hours."
            onDone={() => setSecret(null)}
          />
        </Dialog>
      )}
    </>
  )
}

import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
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
import { m } from '../messages/messages.ts'
import { deleteWebhook, rotateSecret, sendTest, switchWebhook, webhooksQuery } from './data.ts'
import { IntegrationsHeader } from './integrations-header.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'

function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabledBecause, failingSince, previousSecretUntil } = webhook
  const [tone, text] = !enabled
    ? (['red', m.off()] as const)
    : failingSince
      ? (['todo', m.failing()] as const)
      : (['received', m.on()] as const)
  return (
    <>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {disabledBecause && <p className="cell-note cell-prose">{disabledReasonLabels[disabledBecause]}</p>}
      {enabled && failingSince && <p className="cell-note">{m.since({ time: relativeDate(failingSince, new Date()) })}</p>}
      {previousSecretUntil && Date.parse(previousSecretUntil) > Date.now() && <p className="cell-note">{m.twoSecretsSign()}</p>}
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
    label: m.address(),
    card: 'title',
    cell: ({ url, description }) => (
      <>
        <p className="cell-main clamp" title={url}>
          {url}
        </p>
        <p className="cell-note clamp" title={description}>
          {description}
        </p>
      </>
    ),
  },
  { key: 'events', label: m.events(), cell: ({ events }) => <span className="cell-note cell-prose">{events.join(', ')}</span> },
  { key: 'state', label: m.state(), kept: true, cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (webhook) => (
      <div className="row-actions">
        <RowButton look="default" onClick={() => onTest(webhook)} aria-label={m.sendTestTo({ url: webhook.url })}>
          {m.sendTest()}
        </RowButton>
        <RowMenu label={m.moreActionsOn({ url: webhook.url })}>
          <Menu.Item onClick={() => onAction('edit', webhook)}>{m.change()}</Menu.Item>
          <Menu.Item onClick={() => onSwitch(webhook)}>{webhook.enabled ? m.switchOff() : m.switchOn()}</Menu.Item>
          <Menu.Item onClick={() => onAction('rotate', webhook)}>{m.replaceSecret()}</Menu.Item>
          <Menu.Item color="red" onClick={() => onAction('delete', webhook)}>
            {m.remove()}
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
  const { withProof, dialog } = useProofQuestion()
  const columns = useMemo(() => {
    const test = async ({ id, url }: Webhook) => {
      try {
        await sendTest(id)
        toastSuccess(m.testSent(), url)
        await navigate(`${pagePaths.integrations}?view=deliveries&webhook=${id}`)
      } catch (error) {
        toastFailure(m.error(), error)
      }
    }
    const turn = async (webhook: Webhook) => {
      try {
        await switchWebhook(webhook, !webhook.enabled)
        toastSuccess(webhook.enabled ? m.webhookSwitchedOff() : m.webhookSwitchedOn(), webhook.url)
      } catch (error) {
        toastFailure(m.error(), error)
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
  const edited = on('edit')
  const editing = query.data?.items.find(({ id }) => id === edited?.id) ?? edited
  return (
    <>
      <IntegrationsHeader view="webhooks">
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {m.newWebhook()}
        </Button>
      </IntegrationsHeader>
      <QueryBoundary query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable label={m.webhooks()} columns={columns} rows={items} />
          ) : (
            <EmptyState title={m.noWebhookYet()} text={m.noWebhookText()} />
          )
        }
      </QueryBoundary>
      {isAdding && <WebhookDrawer webhook={null} onClose={() => setAdding(false)} />}
      {editing && <WebhookDrawer webhook={editing} onClose={close} />}
      <ConfirmDialog
        opened={on('rotate') !== null}
        title={m.replaceSecretQuestion()}
        text={m.replaceSecretText()}
        action={m.replace()}
        onClose={close}
        onConfirm={async () => {
          if (!doing) return
          const { id } = doing.webhook
          const words = { title: m.confirmItIsYou(), text: m.replaceSecretText(), action: m.replace(), errorTitle: m.error() }
          void withProof(words, async (proof) => setSecret((await rotateSecret(id, proof)).secret)).catch((error) =>
            toastFailure(m.error(), error),
          )
        }}
      />
      <ConfirmDialog
        opened={on('delete') !== null}
        title={m.deleteQuestion()}
        text={m.deleteText({ url: on('delete')?.url ?? '' })}
        action={m.remove()}
        danger
        onClose={close}
        onConfirm={async () => {
          if (!doing) return
          await deleteWebhook(doing.webhook.id)
          toastSuccess(m.webhookDeleted(), doing.webhook.url)
        }}
      />
      {dialog}
      {secret && (
        <Dialog onClose={() => setSecret(null)} dirty title={m.newSecret()}>
          <SecretShown label={m.theSecret()} secret={secret} text={m.newSecretText()} onDone={() => setSecret(null)} />
        </Dialog>
      )}
    </>
  )
}

import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SecretShown } from '#platform/web/ui/dialogs/secret-shown.tsx'
import { CheckboxList } from '#platform/web/ui/fields/checkbox-list.tsx'
import { type Webhook, webhookForm } from '../api/webhooks.ts'
import { type WebhookEvent, webhookEventGroups } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { changeWebhook, createWebhook } from './data.ts'

const groupLabels: Readonly<Record<keyof typeof webhookEventGroups, string>> = {
  Leads: m.leads(),
  Partners: m.partners(),
  Contracts: m.contracts(),
  'Client payments': m.clientPayments(),
  Commissions: m.commissions(),
  Payouts: m.payouts(),
  Imports: m.imports(),
  Invoices: m.invoices(),
}
const groups = Object.entries(webhookEventGroups).map(([name, events]) => ({
  label: groupLabels[name as keyof typeof webhookEventGroups],
  options: events.map((value) => ({ value: value as WebhookEvent, label: value })),
}))

/** What is asked before events are sent to an address. */
const words = {
  adding: { title: m.confirmItIsYou(), text: m.newAddressText(), action: m.addWebhook(), errorTitle: m.error() },
  changing: { title: m.confirmItIsYou(), text: m.newAddressText(), action: m.save(), errorTitle: m.error() },
}

/** Adds an endpoint, and shows its secret once; or changes one. */
export function WebhookDrawer({ webhook, onClose }: { readonly webhook: Webhook | null; readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const { withProof, dialog } = useProofQuestion()
  const form = useDraftForm({
    draft: null,
    labels: { url: m.address(), description: m.description(), events: m.events(), enabled: m.enabled() },
    shape: webhookForm,
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? ([] as WebhookEvent[]),
      enabled: webhook?.enabled ?? true,
    },
    toRequestBody: (values) => values,
    errorTitle: m.missingFields(),
    send: (input) =>
      withProof(webhook ? words.changing : words.adding, async (proof) => {
        if (!webhook) return setSecret((await createWebhook({ ...input, ...proof })).secret)
        const { url, description, events, enabled } = webhook
        await changeWebhook(webhook.id, { ...input, ...proof, expected: { url, description, events, enabled } })
        toastSuccess(m.webhookSaved())
        onClose()
      }),
    onFailure: (error) => toastFailure(m.error(), error),
  })
  if (secret) {
    return (
      <SideDialog onClose={onClose} dirty title={m.webhookSecret()}>
        <SecretShown label={m.theSecret()} secret={secret} text={m.secretText()} onDone={onClose} />
      </SideDialog>
    )
  }
  const { events } = form.values
  return (
    <FormDialog
      form={form}
      title={webhook ? m.webhook() : m.newWebhook()}
      action={webhook ? m.save() : m.addWebhook()}
      cancel={null}
      side="left"
      above={dialog}
      onClose={onClose}
    >
      <TextInput label={m.address()} description={m.addressHint()} type="url" {...form.text('url')} />
      <TextInput label={m.description()} {...form.text('description')} />
      <Switch
        label={m.enabled()}
        checked={form.values.enabled}
        onChange={({ currentTarget }) => form.set('enabled', currentTarget.checked)}
      />
      {groups.map(({ label, options }, index) => (
        <CheckboxList
          key={label}
          label={label}
          options={options}
          selection={events}
          {...(index === 0 ? { name: 'events', error: form.errors.events } : {})}
          onChange={(choice) =>
            form.set('events', [...events.filter((each) => options.every(({ value }) => value !== each)), ...choice])
          }
        />
      ))}
    </FormDialog>
  )
}

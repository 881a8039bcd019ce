import { Button, Group, Text, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { makePasskey } from '#platform/web/app/requests/passkeys.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Passkey } from '../api/passkey-list.ts'
import { passkeyForm, passkeyRoutes } from '../api/passkeys.ts'
import { m } from '../messages/messages.ts'
import { nameOfBrowser } from './browser-name.ts'
import { passkeyTimes } from './passkey-times.ts'

type Proof = Parameters<typeof call<typeof passkeyRoutes.newPasskeyQuestion>>[1]['body']

const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: () => call(passkeyRoutes.listPasskeys, {}) })

const readAgain = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['passkeys'] }), queryClient.invalidateQueries({ queryKey: ['me'] })])

/** Makes a passkey on this device, or on one beside it, and keeps it under this name. */
async function addPasskey(name: string, proof: Proof): Promise<void> {
  const question = await call(passkeyRoutes.newPasskeyQuestion, { body: proof })
  await call(passkeyRoutes.addPasskey, { body: { name, passkey: await makePasskey(question) } })
  await readAgain()
}

async function removePasskey(id: string, proof: Proof): Promise<void> {
  await call(passkeyRoutes.removePasskey, { params: { id }, body: proof })
  await readAgain()
}

/** What is asked before a passkey is added or removed. */
const words = {
  adding: { title: m.confirmItIsYou(), text: m.addPasskeyText(), action: m.addPasskey(), errorTitle: m.error() },
  removing: { title: m.removePasskeyTitle(), text: m.removePasskeyText(), action: m.removeFile(), errorTitle: m.error() },
}

/** One's passkeys, and a new one. */
export default function PasskeysDialog({ onClose }: AccountDialogProps) {
  const passkeys = useQuery(passkeysQuery)
  const { withProof, dialog } = useProofQuestion()
  const form = useApiForm({
    shape: passkeyForm,
    initial: { name: nameOfBrowser(navigator.userAgent) },
    toRequestBody: (values) => values,
    errorTitle: m.specifiedValidationError,
    send: ({ name }) =>
      withProof(words.adding, async (proof) => {
        await addPasskey(name, proof)
        form.reset()
        toastSuccess(m.passkeyAddedToast(), name)
      }),
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const remove = ({ id, name }: Passkey) =>
    withProof(words.removing, async (proof) => {
      await removePasskey(id, proof)
      toastSuccess(m.passkeyRemovedToast(), name)
    }).catch((error) => toastFailure(m.error(), error))
  return (
    <FormDialog form={form} title={m.passkeys()} action={m.addPasskey()} cancel={null} above={dialog} onClose={onClose}>
      <Text>{m.passkeysLead()}</Text>
      <QueryBoundary query={passkeys} rows={2}>
        {({ passkeys: own }) =>
          own.length === 0 ? (
            <SoftText>{m.noPasskeys()}</SoftText>
          ) : (
            own.map((each) => (
              <Group key={each.id} justify="space-between" wrap="nowrap">
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Text fz="sm" fw={500}>
                    {each.name}
                  </Text>
                  <SoftText fz="xs">{passkeyTimes(each)}</SoftText>
                </div>
                <Button
                  size="compact-sm"
                  variant="default"
                  style={{ flex: 'none' }}
                  aria-label={m.removeNamed({ name: each.name })}
                  onClick={() => void remove(each)}
                >
                  {m.removeFile()}
                </Button>
              </Group>
            ))
          )
        }
      </QueryBoundary>
      <TextInput label={m.name()} description={m.passkeyNameHint()} {...form.text('name')} />
    </FormDialog>
  )
}

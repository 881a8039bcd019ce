import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ApiScope, apiScopeLabels, apiScopes } from '#platform/domain/api-scopes.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SecretShown } from '#platform/web/ui/dialogs/secret-shown.tsx'
import { CheckboxList } from '#platform/web/ui/fields/checkbox-list.tsx'
import { apiKeyForm } from '../api.ts'
import { createApiKey } from './data.ts'

const words = {
  title: 'Confirm the new key',
  text: 'A program will read and change what you allow it.',
  action: 'Create key',
  faultTitle: 'Error',
}
const options = apiScopes.map((value) => ({ value, label: apiScopeLabels[value], note: value }))

/** Makes a key, and shows its secret once. Mounted only while open. */
export function KeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const { withProof, dialog } = useProofQuestion()
  const form = useApiForm({
    shape: apiKeyForm,
    initial: { name: '', scopes: [] as ApiScope[], lastDay: '' },
    wire: ({ lastDay, ...rest }) => ({ ...rest, lastDay: lastDay === '' ? null : lastDay }),
    faultTitle: 'Missing fields',
    send: (input) => withProof(words, async (proof) => setSecret((await createApiKey({ ...input, ...proof })).secret)),
    onFailure: (error) => toastFailure('Error', error),
  })
  if (secret) {
    return (
      <Dialog onClose={onClose} filled title="The new key">
        <SecretShown
          what="key"
          secret={secret}
          text="Programs send it with each request: Authorization: Bearer, and the key."
          onDone={onClose}
        />
      </Dialog>
    )
  }
  return (
    <FormDialog form={form} title="New API key" action="Create key" above={dialog} onClose={onClose}>
      <TextInput label="Name" description="Events and comments of the key carry it." {...form.text('name')} />
      <CheckboxList
        label="Permissions"
        name="scopes"
        options={options}
        selection={form.values.scopes}
        error={form.faults.scopes}
        onChange={(scopes) => form.set('scopes', scopes)}
      />
      <TextInput label="Last day" description="Empty: it works until it is revoked." type="date" {...form.text('lastDay')} />
    </FormDialog>
  )
}

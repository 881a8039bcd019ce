import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ApiScope, apiScopeLabels, apiScopes } from '#access/domain/api-scopes.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SecretShown } from '#platform/web/ui/dialogs/secret-shown.tsx'
import { CheckboxList } from '#platform/web/ui/fields/checkbox-list.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { apiKeyForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { createApiKey } from './data.ts'

/** Button that opens the dialog of a new key. */
export function NewKeyButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <WithRight right="team" explained>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
          {m.newKey()}
        </Button>
      </WithRight>
      {open && <KeyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const words = {
  title: m.confirmKey(),
  text: m.confirmKeyText(),
  action: m.createKey(),
  errorTitle: m.error(),
}
const options = apiScopes.map((value) => ({ value, label: apiScopeLabels[value], note: value }))

/** Makes a key, and shows its secret once. */
function KeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const { withProof, dialog } = useProofQuestion()
  const form = useApiForm({
    shape: apiKeyForm,
    initial: { name: '', scopes: [] as ApiScope[], lastDay: '' },
    toRequestBody: ({ lastDay, ...rest }) => ({ ...rest, lastDay: lastDay === '' ? null : lastDay }),
    errorTitle: m.missingFields(),
    send: (input) => withProof(words, async (proof) => setSecret((await createApiKey({ ...input, ...proof })).secret)),
    onFailure: (error) => toastFailure(m.error(), error),
  })
  if (secret) {
    return (
      <Dialog onClose={onClose} dirty title={m.theNewKey()}>
        <SecretShown label={m.theKey()} secret={secret} text={m.secretText()} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <FormDialog form={form} title={m.newApiKey()} action={m.createKey()} above={dialog} onClose={onClose}>
      <TextInput label={m.name()} description={m.nameHint()} {...form.text('name')} />
      <CheckboxList
        label={m.permissions()}
        name="scopes"
        options={options}
        selection={form.values.scopes}
        error={form.errors.scopes}
        onChange={(scopes) => form.set('scopes', scopes)}
      />
      <TextInput label={m.lastDay()} description={m.lastDayHint()} type="date" {...form.text('lastDay')} />
    </FormDialog>
  )
}

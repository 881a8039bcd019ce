import type { ConflictLabels } from '#platform/web/app/forms/changed-by-other.tsx'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import type { FieldErrors } from '#platform/web/app/forms/form.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type IdentityProvider, identityProviderForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { saveIdentityProvider } from './data.ts'

const words = {
  title: m.confirmProvider(),
  text: m.confirmProviderText(),
  action: m.save(),
  errorTitle: m.error(),
}

interface PartFormParts<Values> {
  readonly title: string
  readonly provider: IdentityProvider
  readonly initial: Values
  readonly labels: ConflictLabels
  readonly toRequestBody: (values: Values) => object
  readonly onClose: () => void
}

/** A form over a part of the provider, which asks for a proof and refuses to save over what somebody else has saved. */
export function usePartForm<Values extends Record<string, unknown>>(parts: PartFormParts<Values>) {
  const { title, provider, initial, labels, toRequestBody, onClose } = parts
  const { withProof, dialog } = useProofQuestion()
  const form = useDraftForm({
    draft: null,
    shape: identityProviderForm,
    initial,
    labels,
    toRequestBody: (values) => ({ ...toRequestBody(values), changedAt: provider.changedAt }),
    errorTitle: m.validationError,
    send: (input) =>
      withProof(words, async (proof) => {
        await saveIdentityProvider({ ...input, ...proof })
        toastSuccess(m.settingsSaved(), title)
        onClose()
      }),
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return { form, dialog }
}

/** What is wrong with a field, or with one of the entries of a list. */
export const errorOf = (errors: FieldErrors, name: string) =>
  errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1]

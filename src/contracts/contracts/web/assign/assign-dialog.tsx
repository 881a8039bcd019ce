import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { DocumentField, tellMissingDocument } from '#access/web/document-field.tsx'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { writtenLanguageNamed, writtenLanguages } from '#platform/domain/languages.ts'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure, toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { languageNames } from '#platform/web/ui/language-options.ts'
import type { ContractType } from '../../domain/contracts.ts'
import { m } from '../../messages/messages.ts'
import { assignContract } from '../data.ts'
import { useContractDocument } from './contract-document.ts'
import { UploadVerdict } from './upload-verdict.tsx'

interface AssignContractDialogProps {
  /** Selected from the start. */
  readonly partner?: { readonly id: string }
  readonly onClose: () => void
}

/** Dialog that assigns a contract as a file or an external link. */
export function AssignContractDialog({ partner, onClose }: AssignContractDialogProps) {
  const { language: portalLanguage } = useSettings()
  const draft = useDraft(partner ? null : 'contract', {
    partnerId: partner?.id ?? null,
    title: '',
    contractType: 'main' as ContractType,
    language: writtenLanguageNamed(portalLanguage),
  })
  const { partnerId, title, contractType, language } = draft.values
  const set = (change: Partial<typeof draft.values>) => draft.set((before) => ({ ...before, ...change }))
  const document = useContractDocument()
  const form = useActionForm({
    dirty: draft.dirty || document.dirty,
    markPristine: () => {
      draft.markPristine()
      document.markPristine()
    },
    send: async () => {
      if (!partnerId || title.trim() === '') return toastFormError(m.specifiedMissingFields, m.requiredFields)
      const { choice } = document
      if (!choice) return tellMissingDocument(document.mode, m.fileMissing)
      const documentInput = 'file' in choice ? { uploadId: (await document.arrived(choice.file)).id } : choice
      // Closing the dialog during the upload cancels the assignment.
      if (document.isAborted()) return
      await assignContract({ partnerId, title, contractType, language, document: documentInput })
      toastSuccess(m.contractUploaded, m.contractAssigned)
      close()
    },
    failure: (error) => {
      if (document.isAborted() || (error as Error).name === 'AbortError') return
      if (error instanceof ApiError && error.code === 'upload_not_found') document.forget()
      document.failed((error as Error).message)
      toastFailure(m.uploadFailed, error)
    },
  })
  const close = form.handleDiscard(onClose)
  return (
    <FormDialog form={form} title={m.uploadContract} action={m.assignContract()} size="lg" onClose={onClose}>
      <PartnerField name="partnerId" value={partnerId} onChange={(choice) => set({ partnerId: choice })} />
      <TextInput label={m.heading()} required value={title} onChange={(event) => set({ title: event.currentTarget.value })} />
      <SegmentedControl
        aria-label={m.contractType()}
        data={[
          { value: 'main', label: m.mainContract() },
          { value: 'amendment', label: m.amendment() },
          { value: 'mandate', label: m.mandate() },
        ]}
        value={contractType}
        onChange={(value) => set({ contractType: value as ContractType })}
      />
      <NativeSelect
        label={m.contractLanguage()}
        description={m.contractLanguageHint()}
        data={writtenLanguages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(event) => set({ language: writtenLanguageNamed(event.currentTarget.value) })}
      />
      <div>
        <DocumentField document={document} label={m.contractFile()} hint={m.fileHint()} accept=".pdf" />
        <div aria-live="polite">
          {document.mode === 'link' ? (
            <UploadVerdict route="link" remarks={[]} />
          ) : (
            document.inspection && <UploadVerdict {...document.inspection} />
          )}
        </div>
      </div>
    </FormDialog>
  )
}

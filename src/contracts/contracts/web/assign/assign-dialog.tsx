import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { ContractType } from '../../domain.ts'
import { ApiError } from '#platform/web/app/api-error.ts'
import { useDraft } from '#platform/web/app/draft.ts'
import { toastFault, toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { DocumentField } from '#platform/web/app/document-field.tsx'
import { useContractDocument } from './contract-document.ts'
import { assignContract } from '../data.ts'
import { UploadVerdict } from './upload-verdict.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'

/** Dialog that assigns a contract as a file or an external link. Mounted only while open. */
export function AssignContractDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraft('contract', { partnerId: null as string | null, title: '', contractType: 'main' as ContractType })
  const { partnerId, title, contractType } = draft.values
  const set = (change: Partial<typeof draft.values>) => draft.set((before) => ({ ...before, ...change }))
  const document = useContractDocument()
  const [busy, setBusy] = useState(false)
  const closed = useClosed()

  const close = () => {
    draft.settle()
    document.settle()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!partnerId || title.trim() === '') return toastFault('Missing fields', 'Please fill in all required fields')
    const { chosen } = document
    if (!chosen) {
      return document.mode === 'file'
        ? toastFault('Missing file', 'Please upload a contract file')
        : toastFault('Missing link', 'Please provide an external link')
    }
    setBusy(true)
    try {
      const sent = 'file' in chosen ? { uploadId: (await document.arrived(chosen.file)).id } : chosen
      // Closing the dialog during the upload cancels the assignment.
      if (closed.current) return
      await assignContract({ partnerId, title, contractType, document: sent })
      toastSuccess('Contract uploaded', 'Contract successfully assigned to partner')
      close()
    } catch (error) {
      if (closed.current || (error as Error).name === 'AbortError') return
      if (error instanceof ApiError && error.code === 'upload_not_found') document.forget()
      document.failed((error as Error).message)
      toastFailure('Upload failed', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={close} filled={draft.filled || document.filled} title="Upload/Assign Contract" size="lg">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <PartnerField name="partnerId" autoFocus value={partnerId} onChange={(chosen) => set({ partnerId: chosen })} />
          <TextInput
            label="Title"
            required
            maxLength={200}
            value={title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <SegmentedControl
            aria-label="Contract type"
            data={[
              { value: 'main', label: 'Main contract' },
              { value: 'amendment', label: 'Amendment' },
              { value: 'mandate', label: 'Billing mandate' },
            ]}
            value={contractType}
            onChange={(value) => set({ contractType: value as ContractType })}
          />
          <div>
            <DocumentField document={document} label="Contract file" hint="PDF or Word, 10 MB at most" accept=".pdf" />
            <div aria-live="polite">
              {document.mode === 'link' ? (
                <UploadVerdict route="link" remarks={[]} />
              ) : (
                document.inspection && <UploadVerdict {...document.inspection} />
              )}
            </div>
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Assign contract
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useClosed() {
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
    }
  }, [])
  return closed
}

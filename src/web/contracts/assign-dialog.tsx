import { Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { ContractType } from '#domain/contracts.ts'
import { ApiError } from '../app/api-error.ts'
import { toastError, toastFailure, toastSuccess } from '../app/toasts.ts'
import { PartnerField } from '../partners/partner-field.tsx'
import { DocumentField } from '../ui/document-field.tsx'
import { useContractDocument } from './contract-document.ts'
import { assignContract } from './data.ts'
import { UploadVerdict } from './upload-verdict.tsx'

/** Assigns a contract, as a file or as a link elsewhere. It is mounted while it is open. */
export function AssignContractDialog({ onClose }: { onClose: () => void }) {
  const [partnerId, setPartnerId] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [contractType, setContractType] = useState<ContractType>('main')
  const document = useContractDocument()
  const [busy, setBusy] = useState(false)
  const closed = useClosed()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!partnerId || title.trim() === '') return toastError('Missing fields', 'Please fill in all required fields')
    const { chosen } = document
    if (!chosen) {
      return document.mode === 'file'
        ? toastError('Missing file', 'Please upload a contract file')
        : toastError('Missing link', 'Please provide an external link')
    }
    setBusy(true)
    try {
      const sent = 'file' in chosen ? { uploadId: (await document.arrived(chosen.file)).id } : chosen
      // Who closed the dialog while the file was on its way has changed their mind.
      if (closed.current) return
      await assignContract({ partnerId, title, contractType, document: sent })
      toastSuccess('Contract uploaded', 'Contract successfully assigned to partner')
      onClose()
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
    <Modal opened onClose={onClose} title="Upload/Assign Contract" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <PartnerField name="partnerId" autoFocus value={partnerId} onChange={setPartnerId} />
          <TextInput
            label="Title"
            required
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <SegmentedControl
            aria-label="Contract type"
            data={[
              { value: 'main', label: 'Main contract' },
              { value: 'amendment', label: 'Amendment' },
            ]}
            value={contractType}
            onChange={(value) => setContractType(value as ContractType)}
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
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Assign contract
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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

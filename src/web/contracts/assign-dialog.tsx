import { Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { ContractType } from '#domain/contracts.ts'
import { toastError, toastFailure, toastSuccess } from '../app/toasts.ts'
import { PartnerField } from '../partners/partner-field.tsx'
import { DocumentField, useDocument } from '../ui/document-field.tsx'
import { assignContract } from './data.ts'

/** Assigns a contract, as a file or as a link elsewhere. It is mounted while it is open. */
export function AssignContractDialog({ onClose }: { onClose: () => void }) {
  const [partnerId, setPartnerId] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [contractType, setContractType] = useState<ContractType>('main')
  const document = useDocument('contract')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!partnerId || title.trim() === '') return toastError('Missing fields', 'Please fill in all required fields')
    if (!document.chosen) {
      return document.mode === 'file'
        ? toastError('Missing file', 'Please upload a contract file')
        : toastError('Missing link', 'Please provide an external link')
    }
    setBusy(true)
    const signal = document.signal()
    try {
      await assignContract({ partnerId, title, contractType, document: document.chosen }, document.setProgress, signal)
      toastSuccess('Contract uploaded', 'Contract successfully assigned to partner')
      onClose()
    } catch (error) {
      if (error === signal.reason) return
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
          <DocumentField document={document} label="Contract file" hint="PDF or Word, 10 MB at most" accept=".pdf" />
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

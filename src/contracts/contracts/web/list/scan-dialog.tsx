import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { uploadRules } from '#access/domain/uploads.ts'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'
import { attachScan } from '../data.ts'

/** Dialog that attaches a scan to a contract validated by hand. */
export function ScanDialog({ row, onClose }: { row: Contract; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number | null>(null)
  const uploadAbort = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    uploadAbort.current = controller
    return () => controller.abort()
  }, [])

  const form = useActionForm({
    dirty: file !== null,
    send: async () => {
      if (!file) return setError(m.scanMissing())
      setProgress(0)
      await attachScan(row.id, file, setProgress, uploadAbort.current.signal)
      toastSuccess(m.scanAdded(), m.scanKept({ title: row.title }))
      onClose()
    },
    failure: (error) => {
      if (uploadAbort.current.signal.aborted) return
      setError((error as Error).message)
      setProgress(null)
      toastFailure(m.uploadFailed, error)
    },
  })
  return (
    <FormDialog
      form={form}
      title={m.scanTitle()}
      action={m.keepScan()}
      cancel={row.scanUrl ? m.cancel() : m.withoutScan()}
      onClose={onClose}
    >
      <Text>{m.scanText({ title: row.title, name: row.partner.name, replaces: row.scanUrl ? 'yes' : 'no' })}</Text>
      <Dropzone
        label={m.scan()}
        hint={m.scanHint()}
        accept=".pdf,.jpg,.jpeg,.png"
        file={file}
        onFile={(next) => {
          setFile(next)
          setError(next && next.size > uploadRules.scan.maxBytes ? uploadRules.scan.tooLarge : undefined)
        }}
        error={error}
        progress={progress}
      />
    </FormDialog>
  )
}

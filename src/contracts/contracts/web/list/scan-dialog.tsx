import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { uploadRules } from '#platform/domain/files.ts'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import type { Contract } from '../../api.ts'
import { attachScan } from '../data.ts'

/** Dialog that attaches a scan to a contract validated by hand. Mounted only while open. */
export function ScanDialog({ row, onClose }: { row: Contract; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [progress, setProgress] = useState<number | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const form = useActionForm({
    filled: file !== null,
    send: async () => {
      if (!file) return setFault('Please choose the scan')
      setProgress(0)
      await attachScan(row.id, file, setProgress, leaving.current.signal)
      toastSuccess('Scan added', `It is kept with ${row.title}`)
      onClose()
    },
    failure: (error) => {
      if (leaving.current.signal.aborted) return
      setFault((error as Error).message)
      setProgress(null)
      toastFailure('Upload failed', error)
    },
  })
  return (
    <FormDialog
      form={form}
      title="Scan of the signed paper"
      action="Keep the scan"
      cancel={row.scanUrl ? 'Cancel' : 'Without a scan'}
      onClose={onClose}
    >
      <Text>
        {row.title} of {row.partner.name} is validated by hand. A scan of the paper can be kept with it
        {row.scanUrl ? '; it takes the place of the one that is there.' : ', now or later.'}
      </Text>
      <Dropzone
        label="Scan"
        hint="PDF, JPEG or PNG, 10 MB at most"
        accept=".pdf,.jpg,.jpeg,.png"
        file={file}
        onFile={(next) => {
          setFile(next)
          setFault(next && next.size > uploadRules.scan.maxBytes ? uploadRules.scan.tooLarge : undefined)
        }}
        error={fault}
        progress={progress}
      />
    </FormDialog>
  )
}

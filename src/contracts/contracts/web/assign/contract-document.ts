import { useEffect, useRef, useState } from 'react'
import type { Upload } from '#access/api/uploads.ts'
import { useDocument } from '#access/web/document-field.tsx'
import { uploadFile } from '#access/web/upload.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../../messages/messages.ts'

interface Sending {
  readonly file: File
  readonly upload: Promise<Upload>
  readonly stop: AbortController
}

/** Errors after which the same file can be uploaded again. */
const mayPassNextTime = (error: unknown) => error instanceof ApiError && (error.code === 'network' || error.status >= 500)

/** Uploads a contract's document as soon as it is chosen, so that the inspection result shows before assigning. */
export function useContractDocument() {
  const document = useDocument('contract', 'contract document')
  const [upload, setUpload] = useState<Upload | null>(null)
  const sending = useRef<Sending | null>(null)
  const forget = () => {
    sending.current?.stop.abort()
    sending.current = null
    setUpload(null)
    document.setProgress(null)
  }
  useEffect(
    () => () => {
      sending.current?.stop.abort()
      sending.current = null
    },
    [],
  )

  const send = (file: File): Promise<Upload> => {
    forget()
    const stop = new AbortController()
    const mine = () => sending.current?.stop === stop
    const onProgress = (share: number) => mine() && document.setProgress(share)
    const started: Sending = { file, upload: uploadFile('contract', file, onProgress, stop.signal), stop }
    sending.current = started
    started.upload.then(
      (done) => {
        if (!mine()) return
        setUpload(done)
        document.setProgress(null)
      },
      (error) => {
        if (!mine()) return
        if (mayPassNextTime(error)) sending.current = null
        document.failed((error as Error).message)
        toastFailure(m.uploadFailed, error)
      },
    )
    return started.upload
  }

  return {
    ...document,
    /** Inspection result; null until the upload is complete. */
    inspection: upload?.inspection ?? null,
    setFile: (file: File | null) => {
      document.setFile(file)
      if (file) void send(file).catch(() => null)
      else forget()
    },
    /** Resolves with the finished upload; restarts an interrupted one. */
    arrived: (file: File): Promise<Upload> => (sending.current?.file === file ? sending.current.upload : send(file)),
    /** Discards the upload, so that the next attempt sends the file again. */
    forget,
  }
}

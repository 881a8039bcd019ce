import { useRef } from 'react'
import type { partnerUploadPurposes } from '#access/domain/uploads.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { useDocument } from './document-field.tsx'
import { uploadFile } from './upload.ts'

/**
 * A file that a partner, or staff for a lead, send with a form. It is uploaded with the form and kept for the next attempt, so
 * that a refused form does not upload it again.
 */
export function useOwnUpload(purpose: (typeof partnerUploadPurposes)[number]) {
  const document = useDocument(purpose)
  const isOwn = useMe().role === 'partner'
  const upload = useRef<{ readonly file: File; readonly id: string } | null>(null)
  return {
    document,
    dirty: document.file !== null,
    /** Resolves with the upload's id. Rejects, with the error at the field, when no file is chosen or it is refused. */
    arrived: async (missing: string): Promise<string> => {
      const { file } = document
      if (!file) {
        document.failed(missing)
        throw new ApiError({ code: 'file_missing', status: 422, detail: missing, fields: [], facts: {} })
      }
      if (upload.current?.file === file) return upload.current.id
      try {
        const { id } = await uploadFile(purpose, file, document.setProgress, document.signal(), isOwn)
        upload.current = { file, id }
        document.setProgress(null)
        return id
      } catch (error) {
        document.failed((error as Error).message)
        throw error
      }
    },
    /** To be called after a refused form: if the upload is gone, the file is sent again. */
    refused: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'upload_not_found') upload.current = null
    },
  }
}

interface OwnUploadFieldProps {
  readonly upload: ReturnType<typeof useOwnUpload>
  readonly label: string
  readonly hint: string
  /** File types offered by the file picker. */
  readonly accept: string
}

export function OwnUploadField({ upload: { document }, ...words }: OwnUploadFieldProps) {
  const { file, setFile, error, progress } = document
  return <Dropzone {...words} file={file} onFile={setFile} error={error} progress={progress} />
}

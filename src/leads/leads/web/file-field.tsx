import { OwnUploadField, type useOwnUpload } from '#access/web/own-upload-field.tsx'
import { m } from '../messages/messages.ts'

/** The field for a file of a lead. */
export function FileField({ upload }: { readonly upload: ReturnType<typeof useOwnUpload> }) {
  return (
    <OwnUploadField upload={upload} label={m.file()} hint={m.fileHint()} accept=".pdf,.doc,.docx,.xls,.xlsx,.jpg,.jpeg,.png" />
  )
}

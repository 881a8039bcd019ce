import type * as z from 'zod/mini'
import { useOwnUpload } from '#access/web/own-upload-field.tsx'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { leadFileForm } from '../api/lead-files.ts'
import { m } from '../messages/messages.ts'

/** Stands in for the upload's id until the file is uploaded. */
const notYet = '00000000-0000-4000-8000-000000000000'

/** The form of one file of a lead: it is uploaded, then `send` takes it. */
export function useFileForm(send: (answer: z.output<typeof leadFileForm>) => Promise<void>, onClose: () => void) {
  const upload = useOwnUpload('lead_file')
  const form = useApiForm({
    shape: leadFileForm,
    initial: {},
    toRequestBody: () => ({ uploadId: notYet }),
    errorTitle: m.fileNotAdded(),
    send: async () => {
      await send({ uploadId: await upload.arrived(m.fileMissing()) })
      onClose()
    },
    onFailure: (error) => {
      upload.refused(error)
      toastFailure(m.fileNotAdded(), error)
    },
  })
  return { form, upload }
}

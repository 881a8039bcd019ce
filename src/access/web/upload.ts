import type { Upload } from '#access/api/uploads.ts'
import { isPartnerUpload, type UploadPurpose, uploadRules } from '#access/domain/uploads.ts'
import { ApiError, networkError } from '#platform/web/app/requests/api-error.ts'
import { toError } from '#platform/web/app/requests/problems.ts'
import { toastList } from '#platform/web/app/toasts/toast-list.ts'

/**
 * Sends a file with progress from 0 to 1. What is too large is refused before a byte travels. When `signal` aborts, the
 * upload stops and its promise rejects with the signal's reason. `isOwn`: a partner sends it, not staff.
 */
export function uploadFile(
  purpose: UploadPurpose,
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
  isOwn = isPartnerUpload(purpose),
): Promise<Upload> {
  const rule = uploadRules[purpose]
  if (file.size > rule.maxBytes) {
    return Promise.reject(new ApiError({ code: 'file_too_large', status: 422, detail: rule.tooLarge, fields: [], facts: {} }))
  }
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const path = `/api/${isOwn ? 'own-uploads' : 'uploads'}`
    const failed = (error: ApiError) => reject(Object.assign(error, { request: `POST ${path}` }))
    request.open('POST', `${path}?${new URLSearchParams({ purpose, name: file.name })}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    request.onerror = () => failed(networkError())
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      if (request.status !== 201) return failed(toError(request.getResponseHeader('content-type'), request.responseText))
      toastList.dismissAbout(`POST ${path}`)
      resolve(JSON.parse(request.responseText) as Upload)
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

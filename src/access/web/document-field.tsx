import { Tabs, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type UploadPurpose, uploadRules } from '#access/domain/uploads.ts'
import type { Words } from '#platform/domain/languages.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { toastFormError } from '#platform/web/app/toasts/toasts.ts'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { m } from '../messages/messages.ts'

/** Neither a file nor a link is given. */
export function tellMissingDocument(mode: 'file' | 'link', file: Words = m.uploadFile): void {
  if (mode === 'file') toastFormError(m.missingFile, file)
  else toastFormError(m.missingLink, m.linkMissing)
}

type Choice = { readonly file: File } | { readonly url: string }

/** State of the field: file or link, upload progress, and validation error. */
export function useDocument(purpose: UploadPurpose, draftName: string | null = null) {
  const draft = useDraft(draftName, { mode: 'file' as 'file' | 'link', link: '' })
  const { mode, link: url } = draft.values
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | undefined>()
  const uploadAbort = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    uploadAbort.current = controller
    return () => controller.abort()
  }, [])
  const link = url.trim()
  const choice: Choice | null = mode === 'file' ? file && { file } : link === '' ? null : { url: link }
  return {
    mode,
    file,
    url,
    progress,
    error,
    /** Null if nothing is chosen. */
    choice,
    dirty: draft.dirty || file !== null,
    markPristine: draft.markPristine,
    setMode: (next: 'file' | 'link') => draft.set((before) => ({ ...before, mode: next })),
    setUrl: (next: string) => draft.set((before) => ({ ...before, link: next })),
    setProgress,
    setFile: (next: File | null) => {
      const { maxBytes, tooLarge } = uploadRules[purpose]
      setFile(next)
      setError(next && next.size > maxBytes ? tooLarge : undefined)
    },
    /** Aborted when the dialog is closed, so that a cancelled upload does not complete. */
    signal: () => uploadAbort.current.signal,
    isAborted: () => uploadAbort.current.signal.aborted,
    /** Sets the error of a failed upload; the chosen file stays. */
    failed: (reason: string) => {
      setProgress(null)
      if (mode === 'file') setError(reason)
    },
  }
}

interface DocumentFieldProps {
  readonly document: ReturnType<typeof useDocument>
  readonly label: string
  readonly hint: string
  /** File types offered by the file picker. */
  readonly accept: string
}

/** Two tabs: a file, or an external link. */
export function DocumentField({ document, label, hint, accept }: DocumentFieldProps) {
  return (
    <Tabs value={document.mode} onChange={(mode) => document.setMode(mode === 'link' ? 'link' : 'file')}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="file">{m.file()}</Tabs.Tab>
        <Tabs.Tab value="link">{m.externalLink()}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="file">
        <Dropzone
          label={label}
          hint={hint}
          accept={accept}
          file={document.file}
          onFile={document.setFile}
          error={document.error}
          progress={document.progress}
        />
      </Tabs.Panel>
      <Tabs.Panel value="link">
        <TextInput
          label={m.link()}
          type="url"
          placeholder="https://"
          value={document.url}
          onChange={(event) => document.setUrl(event.currentTarget.value)}
        />
      </Tabs.Panel>
    </Tabs>
  )
}

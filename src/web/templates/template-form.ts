import { useEffect, useState } from 'react'
import type { TemplateDetail, WrittenBody } from '#contract/templates.ts'
import type { ContractType } from '#domain/contracts.ts'
import { sameTemplate, templateFault } from '#domain/templates.ts'
import { ApiError } from '../app/api-error.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { createTemplate, saveTemplate } from './data.ts'

interface Written {
  readonly kind: ContractType
  readonly name: string
  readonly title: string
  readonly body: WrittenBody
}

const blank: Written = { kind: 'amendment', name: '', title: '', body: [] }

const writtenIn = (detail: TemplateDetail): Written => ({
  kind: detail.kind,
  name: detail.name,
  title: detail.title,
  body: detail.versions[0]?.body ?? [],
})

const hasText = (body: WrittenBody) => body.some((block) => block.type !== 'paragraph' || block.content.length > 0)

/** A template while it is written: what was saved last, what is on screen, and which version that began with. */
export function useTemplateForm(detail: TemplateDetail | null, onSaved: (saved: TemplateDetail) => void) {
  const [saved, setSaved] = useState(detail ? writtenIn(detail) : blank)
  const [values, setValues] = useState(saved)
  const [basedOn, setBasedOn] = useState(detail?.version ?? 0)
  const [conflict, setConflict] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const same = values.body === saved.body || (!hasText(values.body) && !hasText(saved.body)) || sameTemplate(values, saved)
  const dirty = !(same && values.name === saved.name && values.title === saved.title && values.kind === saved.kind)

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  const save = async (over = basedOn): Promise<void> => {
    const missing = values.name.trim() === '' || values.title.trim() === '' ? 'Please fill in all required fields' : null
    const wrong = missing ?? templateFault(values.body)
    setFault(wrong)
    if (wrong || busy) return
    setBusy(true)
    try {
      const { kind, name, title, body } = values
      const now = detail
        ? await saveTemplate(detail.id, { name, title, body, basedOn: over })
        : await createTemplate({ kind, name, title, body })
      setSaved(values)
      setBasedOn(now.version)
      setConflict(null)
      toastSuccess('Template saved', `Version ${now.version}`)
      onSaved(now)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'template_changed_meanwhile') setConflict(Number(error.facts.version))
      else if (error instanceof ApiError && error.code === 'invalid_input') setFault(error.message)
      else toastFailure('Error', error)
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    basedOn,
    /** The version that somebody else saved meanwhile. */
    conflict,
    fault,
    busy,
    dirty,
    set: (change: Partial<Written>) => setValues((now) => ({ ...now, ...change })),
    save,
    /** Saves on top of what somebody else saved; theirs stays as a version. */
    saveOver: () => save(conflict ?? basedOn),
  }
}

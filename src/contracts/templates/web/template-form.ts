import { useEffect, useState } from 'react'
import type { ContractType } from '#contracts/contracts/domain.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import type { TemplateDetail, WrittenBody } from '../api.ts'
import { mandateBody, mandateTitle } from '../domain/mandate-template.ts'
import { sameTemplate, templateError } from '../domain/templates.ts'
import { createTemplate, saveTemplate } from './data.ts'

interface TemplateValues {
  readonly kind: ContractType
  readonly name: string
  readonly title: string
  readonly body: WrittenBody
}

interface Draft {
  readonly values: TemplateValues
  readonly basedOn: number
}
/** Storage key of a template's draft. */
export const templateDraft = (id: string | undefined) => `template ${id ?? ''}`

const blank: TemplateValues = { kind: 'amendment', name: '', title: '', body: [] }

const writtenIn = (detail: TemplateDetail): TemplateValues => ({
  kind: detail.kind,
  name: detail.name,
  title: detail.title,
  body: detail.versions[0]?.body ?? [],
})

/** The shipped text of a mandate, as a proposal. */
const proposedMandate: Pick<TemplateValues, 'title' | 'body'> = { title: mandateTitle, body: mandateBody as WrittenBody }

const hasText = (body: WrittenBody) => body.some((block) => block.type !== 'paragraph' || block.content.length > 0)

/** Form state of a template: last saved values, current values, and the version they are based on. */
export function useTemplateForm(detail: TemplateDetail | null, onSaved: (template: TemplateDetail) => void) {
  const [savedValues, setSaved] = useState(detail ? writtenIn(detail) : blank)
  // One state: a text belongs to the version it is based on.
  const draft = useDraft<{ written: Draft }>(templateDraft(detail?.id), {
    written: { values: savedValues, basedOn: detail?.version ?? 0 },
  })
  const { values, basedOn } = draft.values.written
  const setWritten = (change: Partial<Draft>) => draft.set(({ written }) => ({ written: { ...written, ...change } }))
  const [conflict, setConflict] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const same =
    values.body === savedValues.body || (!hasText(values.body) && !hasText(savedValues.body)) || sameTemplate(values, savedValues)
  const dirty = !(
    same &&
    values.name === savedValues.name &&
    values.title === savedValues.title &&
    values.kind === savedValues.kind
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  const { busy, run: send } = useAction(
    async (over: number) => {
      const { kind, name, title, body } = values
      const now = detail
        ? await saveTemplate(detail.id, { name, title, body, basedOn: over })
        : await createTemplate({ kind, name, title, body })
      setSaved(values)
      setWritten({ basedOn: now.version })
      draft.settle()
      setConflict(null)
      toastSuccess('Template saved', `Version ${now.version}`)
      onSaved(now)
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'template_changed_meanwhile') setConflict(Number(error.facts.version))
      else if (error instanceof ApiError && error.code === 'invalid_input') setFault(error.message)
      else toastFailure('Error', error)
    },
  )
  const save = (over = basedOn): void => {
    const missing = values.name.trim() === '' || values.title.trim() === '' ? 'Please fill in all required fields' : null
    const wrong = missing ?? templateError(values.body)
    setFault(wrong)
    if (!wrong) send(over)
  }
  return {
    values,
    basedOn,
    /** Newer version saved by someone else. */
    conflict,
    fault,
    busy,
    dirty,
    set: (change: Partial<TemplateValues>) =>
      draft.set(({ written }) => ({ written: { ...written, values: { ...written.values, ...change } } })),
    /** Another kind; a mandate begins with the shipped text, unless something is written. */
    setKind: (kind: ContractType) =>
      draft.set(({ written }) => {
        const { title, body } = written.values
        const proposed = kind === 'mandate' && title === '' && !hasText(body) ? proposedMandate : {}
        return { written: { ...written, values: { ...written.values, ...proposed, kind } } }
      }),
    save,
    /** Saves over a newer version, which stays in the list of versions. */
    saveOver: () => save(conflict ?? basedOn),
  }
}

export type TemplateForm = ReturnType<typeof useTemplateForm>

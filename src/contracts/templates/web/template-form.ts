import { useEffect, useState } from 'react'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import { currentLanguage, type WrittenLanguage } from '#platform/domain/languages.ts'
import { type Names, sameNames, trimmedNames } from '#platform/domain/names.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import type { TemplateDetail, WrittenBody } from '../api.ts'
import { shippedMainContract } from '../domain/main-contract-template.ts'
import { mandateBody, mandateTitle } from '../domain/mandate-template.ts'
import { sameTemplate, templateError } from '../domain/templates.ts'
import { m } from '../messages/messages.ts'
import { createTemplate, saveTemplate } from './data.ts'

interface TemplateValues {
  readonly kind: ContractType
  readonly language: WrittenLanguage
  readonly name: string
  /** Absent in what was written before there were any. */
  readonly names?: Names
  readonly title: string
  readonly body: WrittenBody
  /** Whether the text began as the shipped one. */
  readonly toReview: boolean
}

interface Draft {
  readonly values: TemplateValues
  readonly basedOn: number
}
/** Storage key of a template's draft. */
export const templateDraft = (id: string | undefined) => `template ${id ?? ''}`

const blank: TemplateValues = {
  kind: 'main',
  language: currentLanguage(),
  name: '',
  names: {},
  title: '',
  body: [],
  toReview: false,
}

const writtenIn = (detail: TemplateDetail): TemplateValues => ({
  kind: detail.kind,
  language: detail.language,
  name: detail.ownName,
  names: detail.names,
  title: detail.title,
  body: detail.versions[0]?.body ?? [],
  toReview: detail.toReview,
})

/** The shipped text of a mandate, as a proposal. */
const proposedMandate: Pick<TemplateValues, 'title' | 'body'> = { title: mandateTitle, body: mandateBody as WrittenBody }

const proposedMain = { title: shippedMainContract.title, body: shippedMainContract.body as WrittenBody }
const nothing: Pick<TemplateValues, 'title' | 'body'> = { title: '', body: [] }

const hasText = (body: WrittenBody) => body.some((block) => block.type !== 'paragraph' || block.content.length > 0)
const isShipped = (values: TemplateValues) => values.toReview && sameTemplate(values, proposedMain)
const isUntouched = (values: TemplateValues) => isShipped(values) || (values.title === '' && !hasText(values.body))

/** Another kind begins with its shipped text, or empty, unless something was written. */
function ofKind(values: TemplateValues, kind: ContractType): TemplateValues {
  if (!isUntouched(values)) return { ...values, kind }
  return { ...values, ...(kind === 'mandate' ? proposedMandate : nothing), kind, toReview: false }
}

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
  const [error, setError] = useState<string | null>(null)
  const same =
    values.body === savedValues.body || (!hasText(values.body) && !hasText(savedValues.body)) || sameTemplate(values, savedValues)
  const dirty = !(
    same &&
    values.name === savedValues.name &&
    sameNames(trimmedNames(values.names ?? {}), savedValues.names ?? {}) &&
    values.title === savedValues.title &&
    values.kind === savedValues.kind &&
    values.language === savedValues.language
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  const { busy, run: send } = useAction(
    async (over: number) => {
      const { kind, language, name, names, title, body, toReview } = values
      const now = detail
        ? await saveTemplate(detail.id, { name, names, language, title, body, basedOn: over })
        : await createTemplate({ kind, language, name, names, title, body, ...(toReview ? { toReview } : {}) })
      setSaved(values)
      setWritten({ basedOn: now.version })
      draft.markPristine()
      setConflict(null)
      toastSuccess(m.templateSaved(), m.version({ version: now.version }))
      onSaved(now)
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'template_changed_meanwhile') setConflict(Number(error.facts.version))
      else if (error instanceof ApiError && error.code === 'invalid_input') setError(error.message)
      else toastFailure(m.error(), error)
    },
  )
  const save = (over = basedOn): void => {
    const missing = values.name.trim() === '' || values.title.trim() === '' ? m.requiredFieldsMissing() : null
    const wrong = missing ?? templateError(values.body)
    setError(wrong)
    if (!wrong) send(over)
  }
  return {
    values,
    basedOn,
    /** Newer version saved by someone else. */
    conflict,
    error,
    busy,
    dirty,
    set: (change: Partial<TemplateValues>) =>
      draft.set(({ written }) => ({ written: { ...written, values: { ...written.values, ...change } } })),
    /** Whether something was written that no shipped text may replace. */
    hasOwnText: hasText(values.body) && !isShipped(values),
    setKind: (kind: ContractType) =>
      draft.set(({ written }) => ({ written: { ...written, values: ofKind(written.values, kind) } })),
    beginWith: (shipped: boolean) =>
      draft.set(({ written }) => {
        const name = written.values.name === '' && shipped ? shippedMainContract.name : written.values.name
        const values = { ...written.values, ...(shipped ? proposedMain : nothing), name, toReview: shipped }
        return { written: { ...written, values } }
      }),
    save,
    /** Saves over a newer version, which stays in the list of versions. */
    saveOver: () => save(conflict ?? basedOn),
  }
}

export type TemplateForm = ReturnType<typeof useTemplateForm>

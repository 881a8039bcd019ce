import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError, networkError } from '#platform/web/app/requests/api-error.ts'
import { toError } from '#platform/web/app/requests/problems.ts'
import {
  type AutomaticAmendment,
  type assignmentForm,
  type PreviewReport,
  previewReportHeader,
  type TemplateDetail,
  type templateForm,
  type templatePreviewForm,
  templateRoutes,
  type templateSaveForm,
} from '../api.ts'

export const templatesQuery = queryOptions({
  queryKey: ['templates', 'list'],
  queryFn: () => call(templateRoutes.listTemplates, { query: {} }),
})

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'one', id],
    queryFn: () => call(templateRoutes.getTemplate, { params: { id } }),
    staleTime: 0,
  })

export const automaticQuery = queryOptions({
  queryKey: ['templates', 'automatic'],
  queryFn: () => call(templateRoutes.getAutomaticAmendment, {}),
})

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['templates'] })

export async function createTemplate(body: z.input<typeof templateForm>): Promise<TemplateDetail> {
  const detail = await call(templateRoutes.createTemplate, { body })
  await readAgain()
  return detail
}

/** Confirms that a lawyer has read a template whose text came with the portal. */
export async function confirmReview(id: string): Promise<void> {
  await call(templateRoutes.confirmReview, { params: { id } }).finally(readAgain)
}

export async function saveTemplate(id: string, body: z.input<typeof templateSaveForm>): Promise<TemplateDetail> {
  return call(templateRoutes.saveTemplate, { params: { id }, body }).finally(readAgain)
}

export async function archiveTemplate(id: string): Promise<void> {
  await call(templateRoutes.archiveTemplate, { params: { id } }).finally(readAgain)
}

export async function saveAutomatic(body: AutomaticAmendment): Promise<void> {
  queryClient.setQueryData(automaticQuery.queryKey, await call(templateRoutes.saveAutomaticAmendment, { body }))
}

export async function assignTemplate(id: string, body: z.input<typeof assignmentForm>) {
  const { results } = await call(templateRoutes.assignTemplate, { params: { id }, body })
  await queryClient.invalidateQueries({ queryKey: ['contracts'] })
  return results
}

export interface Preview {
  readonly pdf: Uint8Array<ArrayBuffer>
  readonly report: PreviewReport
}

/** Preview PDF of a draft, with missing values and characters. */
export async function previewTemplate(body: z.input<typeof templatePreviewForm>, signal: AbortSignal): Promise<Preview> {
  try {
    const response = await fetch('/api/templates/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    if (!response.ok) throw toError(response.headers.get('content-type'), await response.text())
    const reportHeader = response.headers.get(previewReportHeader) ?? ''
    const report = JSON.parse(decodeURIComponent(reportHeader)) as PreviewReport
    return { pdf: new Uint8Array(await response.arrayBuffer()), report }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw networkError()
  }
}

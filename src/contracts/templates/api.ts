import * as z from 'zod/mini'
import { contractType } from '#contracts/contracts/api/contracts.ts'
import { marks, nestedLists, templateText } from '#contracts/contracts/api/reading.ts'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import { event } from '#platform/api/events.ts'
import { namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { id, idParams, text, time } from '#platform/api/shapes.ts'
import { writtenLanguages } from '#platform/domain/languages.ts'
import { templateError, templateFields, templateMaxDepth, templateNameMax, templateTitleMax } from './domain/templates.ts'
import { m } from './messages/messages.ts'

export const templateRun = z.discriminatedUnion('type', [
  templateText,
  z.strictObject({ type: z.literal('field'), field: z.enum(templateFields), marks }),
  z.strictObject({ type: z.literal('break') }),
])
const content = z.array(templateRun)
export const templateParagraph = z.strictObject({ type: z.literal('paragraph'), content })

export const templateList = nestedLists(templateParagraph)
if (templateMaxDepth !== 3) throw new Error('the shape of lists does not go as deep as they may')

export const templateBlock = z.union([
  templateParagraph,
  z.strictObject({ type: z.literal('heading'), level: z.literal([1, 2, 3]), content }),
  templateList,
  z.strictObject({ type: z.literal('pageBreak') }),
  z.strictObject({ type: z.literal('tierTable') }),
])
const body = z.array(templateBlock)
export type WrittenBody = z.infer<typeof body>
const writtenBody = body.check(
  z.check<z.output<typeof body>>(({ value, issues }) => {
    const message = templateError(value)
    if (message) issues.push({ code: 'custom', input: value, path: [], message })
  }),
)

const missing = m.requiredFieldsMissing
const name = text(1, templateNameMax, missing)
/** For staff who read another language; the name itself is read where there is none. */
const names = namesForm(templateNameMax)
const title = text(1, templateTitleMax, missing)
const version = z.int().check(z.minimum(1))

export const template = z.object({
  id,
  kind: contractType,
  /** As the reader reads it. */
  name: z.string(),
  /** The language of its text, in which consent is asked. */
  language: z.enum(writtenLanguages),
  version,
  title: z.string(),
  changedAt: time,
  /** Null: the portal, which comes with a first template. */
  changedBy: z.nullable(z.string()),
  archived: z.boolean(),
  /** Its text came with the portal, and nobody has confirmed yet that a lawyer has read it. */
  toReview: z.boolean(),
  /** Its text was written before the commission rules changed, and does not take them up by the field. */
  olderThanRules: z.boolean(),
})
export type Template = z.infer<typeof template>

export const templateVersion = z.object({ version, title: z.string(), body, createdAt: time, createdBy: z.nullable(z.string()) })
/** A template with all its versions, newest first. */
export const templateDetail = z.object({
  ...template.shape,
  /** Its own name, which is read where a language has none. */
  ownName: z.string(),
  names: namesAnswer,
  versions: z.array(templateVersion),
})
export type TemplateDetail = z.infer<typeof templateDetail>

export const templateForm = z.strictObject({
  kind: contractType,
  name,
  names: z.optional(names),
  language: z.optional(z.enum(writtenLanguages)),
  title,
  body: writtenBody,
  /** It began with a text that came with the portal, and is marked until staff confirm that a lawyer has read it. */
  toReview: z.optional(z.boolean()),
})
export const templateSaveForm = z.strictObject({
  name,
  /** Absent: as before. */
  names: z.optional(names),
  /** Absent: as before. Contracts that were made keep theirs. */
  language: z.optional(z.enum(writtenLanguages)),
  title,
  body: writtenBody,
  /** The version that was edited: saving is refused if there is a newer one. */
  basedOn: version,
})

/** A PDF of what is being written, saved or not, with a partner's values, or with sample ones. */
export const templatePreviewForm = z.strictObject({
  kind: contractType,
  /** The language of the document, in which the tiers have their names. */
  language: z.optional(z.enum(writtenLanguages)),
  title,
  body: writtenBody,
  partnerId: z.nullable(id),
})

/** Header of a preview: what it lacks, as JSON in percent-encoding. */
export const previewReportHeader = 'passerelle-preview'
export const previewReport = z.object({
  missing: z.array(z.enum(templateFields)),
  /** Characters that the font does not have; each stands as a black square. */
  replaced: z.array(z.string()),
})
export type PreviewReport = z.infer<typeof previewReport>

export const assignmentForm = z.strictObject({
  partnerIds: z.array(id).check(z.minLength(1, { error: m.partnerMissing }), z.maxLength(50, { error: m.tooManyPartners })),
  /** Title of the contracts; absent: the template's. */
  title: z.optional(title),
  /** The version that was looked at; absent: the newest. */
  version: z.optional(version),
})

/** Which template a partner who reaches a new tier is sent, and whether. */
export const automaticAmendment = z
  .strictObject({ on: z.boolean(), templateId: z.nullable(id) })
  .check(z.refine(({ on, templateId }) => !on || templateId !== null, { error: m.templateMissing, path: ['templateId'] }))
export type AutomaticAmendment = z.infer<typeof automaticAmendment>

const archivedToo = z.strictObject({ archived: z.optional(z.enum(['true', 'false'])) })

export const templateRoutes = {
  listTemplates: route('GET', '/templates', {
    summary: 'Templates of contracts and amendments, by name; archived ones when asked for',
    who: 'admin',
    query: archivedToo,
    returns: z.object({ templates: z.array(template) }),
  }),
  getTemplate: route('GET', '/templates/:id', {
    summary: 'A template with every version of it, newest first',
    who: 'admin',
    params: idParams,
    returns: templateDetail,
  }),
  createTemplate: route('POST', '/templates', {
    summary: 'Write a template; it starts at version 1',
    who: 'admin',
    right: 'programme',
    body: templateForm,
    returns: templateDetail,
    status: 201,
  }),
  saveTemplate: route('PUT', '/templates/:id', {
    summary:
      'Save a template: a new version when its title or text changed. Refused with ' +
      '`template_changed_meanwhile` when there is a newer one than `basedOn`',
    who: 'admin',
    right: 'programme',
    params: idParams,
    body: templateSaveForm,
    returns: templateDetail,
    refusals: ['template_archived', 'template_changed_meanwhile'],
  }),
  archiveTemplate: route('POST', '/templates/:id/archive', {
    summary: 'Put a template away; what was assigned from it stays. Refused with `template_in_use` while it is the automatic one',
    who: 'admin',
    right: 'programme',
    params: idParams,
    refusals: ['template_archived', 'template_in_use'],
  }),
  confirmReview: route('POST', '/templates/:id/review', {
    summary: 'Confirm that a lawyer has read a template whose text came with the portal; the mark goes',
    who: 'admin',
    right: 'programme',
    params: idParams,
    returns: template,
    refusals: ['template_archived'],
  }),
  assignTemplate: route('POST', '/templates/:id/assign', {
    summary: 'Assign the template as a generated PDF to each partner by itself; one that fails does not stop the others',
    who: 'admin',
    right: 'contracts',
    transaction: 'own',
    ownership: 'staff',
    adds: true,
    params: idParams,
    body: assignmentForm,
    returns: z.object({
      results: z.array(z.object({ partnerId: id, contractId: z.nullable(id), problem: z.nullable(z.string()) })),
    }),
    refusals: [
      'template_archived',
      'document_not_made',
      'characters_unprintable',
      'template_values_missing',
      'partner_not_active',
    ],
  }),
  getAutomaticAmendment: route('GET', '/automatic-amendment', {
    summary: 'Whether a partner who reaches a new tier is sent an amendment, and which',
    who: 'admin',
    returns: automaticAmendment,
  }),
  saveAutomaticAmendment: route('PUT', '/automatic-amendment', {
    summary: 'Switch the automatic amendment on or off, and choose its template',
    who: 'admin',
    right: 'programme',
    body: automaticAmendment,
    returns: automaticAmendment,
    refusals: ['template_archived'],
  }),
  previewTemplate: route('POST', '/templates/preview', {
    summary: 'The PDF of a template that is being written, with a partner’s values or sample ones',
    description:
      `The header \`${previewReportHeader}\` tells, as percent-encoded JSON, which fields have no value (\`missing\`) and ` +
      'which characters the font does not have (`replaced`).',
    who: 'admin',
    right: ['programme', 'contracts'],
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'readsOnly',
    body: templatePreviewForm,
    answer: 'file',
    mediaType: 'application/pdf',
    refusals: ['document_not_made', 'partner_not_active'],
  }),
}

interface TemplateState {
  readonly name: string
  readonly version: number
}

export const templateEvents = {
  'template.created': event<null, { readonly kind: ContractType }>('template'),
  'template.saved': event<TemplateState, TemplateState>('template'),
  'template.archived': event('template'),
  'template.reviewed': event('template'),
  'automatic_amendment.changed': event<AutomaticAmendment, AutomaticAmendment>('template'),
}

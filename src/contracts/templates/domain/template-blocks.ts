import type { Block } from '#contracts/contracts/domain/contract-text.ts'
import type { TemplateField, TemplateRun } from './templates.ts'

const text = (value: string): TemplateRun => ({ type: 'text', text: value })
export const field = (name: TemplateField): TemplateRun => ({ type: 'field', field: name, marks: ['bold'] })
/** A field whose value is a clause of its own. */
export const clause = (name: TemplateField): TemplateRun => ({ type: 'field', field: name })
export const heading = (value: string): Block<TemplateRun> => ({ type: 'heading', level: 2, content: [text(value)] })
export const paragraph = (...runs: readonly (TemplateRun | string)[]): Block<TemplateRun> => ({
  type: 'paragraph',
  content: runs.map((run) => (typeof run === 'string' ? text(run) : run)),
})
export const list = (...items: readonly string[]): Block<TemplateRun> => ({
  type: 'list',
  ordered: false,
  items: items.map((item) => [paragraph(item)]),
})

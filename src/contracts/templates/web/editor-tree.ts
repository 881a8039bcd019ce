import type { JSONContent } from '@tiptap/react'
import { type Block, type TemplateMark, templateMarks } from '#contracts/contracts/domain/contract-text.ts'
import { inLine } from '#platform/domain/typed-text.ts'
import type { WrittenBody } from '../api.ts'
import { type TemplateBlock, type TemplateField, type TemplateRun, templateFields } from '../domain/templates.ts'

type Tree = Block<TemplateRun>

const marksOf = (node: JSONContent): { marks?: TemplateMark[] } => {
  const marks = templateMarks.filter((mark) => node.marks?.some((each) => each.type === mark))
  return marks.length > 0 ? { marks } : {}
}

const isField = (name: unknown): name is TemplateField => templateFields.some((field) => field === name)

function toRuns(node: JSONContent): TemplateRun[] {
  return (node.content ?? []).flatMap((each): TemplateRun[] => {
    if (each.type === 'hardBreak') return [{ type: 'break' }]
    if (each.type === 'field') {
      const name: unknown = each.attrs?.field
      return isField(name) ? [{ type: 'field', field: name, ...marksOf(each) }] : []
    }
    const text = inLine(each.text ?? '')
    return text === '' ? [] : [{ type: 'text', text, ...marksOf(each) }]
  })
}

const isList = (node: JSONContent) => node.type === 'bulletList' || node.type === 'orderedList'

const listOf = (node: JSONContent): Tree => ({
  type: 'list',
  ordered: node.type === 'orderedList',
  // List items may only contain paragraphs and lists, whatever was pasted.
  items: (node.content ?? []).map((item) =>
    (item.content ?? [])
      .filter((each) => each.type !== 'pageBreak' && each.type !== 'tierTable')
      .map((each) => (isList(each) ? listOf(each) : { type: 'paragraph', content: toRuns(each) })),
  ),
})

const levelOf = (node: JSONContent): 1 | 2 | 3 => {
  const level: unknown = node.attrs?.level
  return level === 1 || level === 2 ? level : 3
}

/** Converts the editor's document to the API's format. */
export function toTemplateBody(document: JSONContent): WrittenBody {
  const blocks = (document.content ?? []).map((node): TemplateBlock => {
    if (isList(node)) return listOf(node)
    if (node.type === 'tierTable') return { type: 'tierTable' }
    if (node.type === 'pageBreak') return { type: 'pageBreak' }
    if (node.type === 'heading') return { type: 'heading', level: levelOf(node), content: toRuns(node) }
    return { type: 'paragraph', content: toRuns(node) }
  })
  return blocks as WrittenBody
}

function nodeOfRun(run: TemplateRun): JSONContent {
  if (run.type === 'break') return { type: 'hardBreak' }
  const marks = run.marks?.map((type) => ({ type })) ?? []
  if (run.type === 'field') return { type: 'field', attrs: { field: run.field }, marks }
  return { type: 'text', text: run.text, marks }
}

function toEditorNode(block: TemplateBlock): JSONContent {
  if (block.type === 'pageBreak' || block.type === 'tierTable') return { type: block.type }
  if (block.type === 'heading') {
    return { type: 'heading', attrs: { level: block.level }, content: block.content.map(nodeOfRun) }
  }
  if (block.type === 'paragraph') return { type: 'paragraph', content: block.content.map(nodeOfRun) }
  return {
    type: block.ordered ? 'orderedList' : 'bulletList',
    content: block.items.map((item) => ({ type: 'listItem', content: item.map(toEditorNode) })),
  }
}

/** Converts the API's format to the editor's document. */
export function toEditorDocument(body: readonly TemplateBlock[]): JSONContent {
  return { type: 'doc', content: body.length > 0 ? body.map(toEditorNode) : [{ type: 'paragraph' }] }
}

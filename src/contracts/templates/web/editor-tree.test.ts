import { expect, test } from 'vitest'
import type { WrittenBody } from '../api.ts'
import { toEditorDocument, toTemplateBody } from './editor-tree.ts'

const body: WrittenBody = [
  { type: 'heading', level: 2, content: [{ type: 'text', text: 'Objet' }] },
  {
    type: 'paragraph',
    content: [
      { type: 'field', field: 'partner_name', marks: ['bold'] },
      { type: 'break' },
      { type: 'text', text: 'à', marks: ['italic', 'underline'] },
    ],
  },
  {
    type: 'list',
    ordered: true,
    items: [
      [
        { type: 'paragraph', content: [{ type: 'text', text: 'un' }] },
        { type: 'list', ordered: false, items: [[{ type: 'paragraph', content: [] }]] },
      ],
    ],
  },
  { type: 'pageBreak' },
]

test('a text survives a round trip through the editor', () => {
  expect(toTemplateBody(toEditorDocument(body))).toEqual(body)
})

test('pasted content outside the schema becomes plain paragraphs, unknown fields are dropped', () => {
  const pasted = {
    type: 'doc',
    content: [
      { type: 'blockquote', content: [{ type: 'text', text: 'cité\u0007\tx', marks: [{ type: 'link' }, { type: 'bold' }] }] },
      { type: 'paragraph', content: [{ type: 'field', attrs: { field: 'iban' } }] },
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'heading', attrs: { level: 1 } }, { type: 'pageBreak' }] }],
      },
    ],
  }
  expect(toTemplateBody(pasted)).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'cité x', marks: ['bold'] }] },
    { type: 'paragraph', content: [] },
    { type: 'list', ordered: false, items: [[{ type: 'paragraph', content: [] }]] },
  ])
})

import { mergeAttributes, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type TemplateField, templateFieldLabels, templateFields } from '../domain/templates.ts'
import { m } from '../messages/messages.ts'

const labelOf = (field: unknown) => templateFieldLabels[field as TemplateField] ?? ''

/** Merge field as an atomic inline node. */
const Field = Node.create({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    field: { default: null, parseHTML: (element: HTMLElement) => element.dataset.field, renderHTML: () => ({}) },
  }),
  parseHTML: () => [
    {
      tag: 'span[data-field]',
      getAttrs: (element) => (templateFields.some((field) => field === element.dataset.field) ? null : false),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-field': String(node.attrs.field) }),
    labelOf(node.attrs.field),
  ],
  renderText: ({ node }) => labelOf(node.attrs.field),
})

const PageBreak = Node.create({
  name: 'pageBreak',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'div[data-page-break]' }],
  renderHTML: () => ['div', { 'data-page-break': '' }, m.pageBreak()],
})

const TierTable = Node.create({
  name: 'tierTable',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'div[data-tier-table]' }],
  renderHTML: () => ['div', { 'data-tier-table': '' }, m.tierTableOfDay()],
})

/** Editor schema: only what a contract may contain; pasted content is reduced to it. */
export const editorExtensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    strike: false,
    // A trailing empty paragraph would become a blank line of the contract.
    trailingNode: false,
  }),
  Field,
  PageBreak,
  TierTable,
]

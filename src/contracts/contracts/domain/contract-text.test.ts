import { expect, test } from 'vitest'
import { type FilledBody, hashedWords, numberedText, printedText } from './contract-text.ts'

const says = (text: string) => [{ type: 'text' as const, text }]
const body: FilledBody = [
  { type: 'heading', level: 3, content: says('Objet') },
  {
    type: 'paragraph',
    content: [...says('Une ligne'), { type: 'break' }, { type: 'text', text: 'et une autre', marks: ['bold'] }],
  },
  { type: 'paragraph', content: [] },
  { type: 'pageBreak' },
  { type: 'heading', level: 1, content: says('Commissions') },
  {
    type: 'list',
    ordered: false,
    items: [[{ type: 'paragraph', content: says('un') }], [{ type: 'paragraph', content: says('deux') }]],
  },
  { type: 'heading', level: 3, content: says('Taux') },
  { type: 'table', head: ['Palier', 'Taux'], rows: [['Bronze', '15 %']] },
]

test('each heading, paragraph, item and row is a part, in the order of the text; blanks are none', () => {
  const { parts } = numberedText({ title: 'Contrat', body })
  expect(parts).toEqual([
    'Contrat',
    'Objet',
    'Une ligne et une autre',
    'Commissions',
    'un',
    'deux',
    'Taux',
    'Palier\tTaux',
    'Bronze\t15 %',
  ])
  expect(hashedWords({ title: 'Contrat', body })).toBe(parts.join('\n'))
})

test('headings never skip a level, whichever the writer chose', () => {
  const { blocks } = numberedText({ title: 'Contrat', body })
  expect(blocks.flatMap((block) => (block.type === 'heading' ? [block.depth] : []))).toEqual([1, 1, 2])
})

test('what is invisible in the PDF is not in the text, and markup stays text', () => {
  const hostile = '\u202eevil\u200b <script>alert(1)</script>'
  const { title, body: printed } = printedText({ title: hostile, body: [{ type: 'paragraph', content: says(hostile) }] })
  expect(title).toBe('evil <script>alert(1)</script>')
  expect(JSON.stringify(printed)).toContain('"evil <script>alert(1)</script>"')
})

import { plainText } from '#platform/domain/typed-text.ts'

export const templateMarks = ['bold', 'italic', 'underline'] as const
export type TemplateMark = (typeof templateMarks)[number]

export interface TextRun {
  readonly type: 'text'
  readonly text: string
  readonly marks?: readonly TemplateMark[] | undefined
}
export interface LineBreak {
  readonly type: 'break'
}
export type FilledRun = TextRun | LineBreak

export type Block<Run> =
  | { readonly type: 'paragraph'; readonly content: readonly Run[] }
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly content: readonly Run[] }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block<Run>[])[] }
  | { readonly type: 'pageBreak' }
export interface Table {
  readonly type: 'table'
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
export type FilledBlock = Block<FilledRun> | Table
export type FilledBody = readonly FilledBlock[]

/** The text of a contract as it was printed, with all values. */
export interface ContractText {
  readonly title: string
  readonly body: FilledBody
}

/** Number of a part from 1 on; null for a blank line, which nobody can read. */
type Part = number | null

interface NumberedRow {
  readonly cells: readonly string[]
  readonly part: Part
}

export type NumberedBlock =
  | { readonly type: 'paragraph'; readonly content: readonly FilledRun[]; readonly part: Part }
  | { readonly type: 'heading'; readonly depth: 1 | 2 | 3; readonly content: readonly FilledRun[]; readonly part: Part }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly NumberedBlock[])[] }
  | { readonly type: 'table'; readonly head: NumberedRow; readonly rows: readonly NumberedRow[] }

export interface NumberedText {
  readonly title: string
  readonly blocks: readonly NumberedBlock[]
  /** The words of each part, in their order: title, headings, paragraphs, items, rows. The cells of a row stand between tabs. */
  readonly parts: readonly string[]
}

const wordsOf = (runs: readonly FilledRun[]) => runs.map((run) => (run.type === 'break' ? ' ' : run.text)).join('')

/** Numbers the parts of a text, by which is counted what was on the screen. Blanks and page breaks are no parts. */
export function numberedText({ title, body }: ContractText): NumberedText {
  const parts: string[] = []
  const count = (words: string): Part => {
    const text = words.trim()
    return text === '' ? null : parts.push(text)
  }
  const levels = [...new Set(body.flatMap((block) => (block.type === 'heading' ? [block.level] : [])))].sort()
  let above = 0
  /** Headings go down by one step at most, whichever levels the writer chose. */
  const depthOf = (level: 1 | 2 | 3): 1 | 2 | 3 => {
    above = Math.min(levels.indexOf(level) + 1, above + 1)
    return above as 1 | 2 | 3
  }
  const row = (cells: readonly string[]): NumberedRow => ({ cells, part: count(cells.join('\t')) })
  const table = ({ head, rows }: Table): NumberedBlock => ({ type: 'table', head: row(head), rows: rows.map(row) })
  const blocksOf = (block: FilledBlock): NumberedBlock[] => {
    if (block.type === 'pageBreak') return []
    if (block.type === 'table') return [table(block)]
    if (block.type === 'list') return [{ ...block, items: block.items.map((item) => item.flatMap(blocksOf)) }]
    const { content } = block
    const part = count(wordsOf(content))
    return [block.type === 'heading' ? { type: 'heading', depth: depthOf(block.level), content, part } : { ...block, part }]
  }
  count(title)
  return { title, blocks: body.flatMap(blocksOf), parts }
}

/** What the hash of a text is made of: one part a line. */
export function hashedWords(text: ContractText): string {
  return numberedText(text).parts.join('\n')
}

/** The text as the PDF prints it: without characters that are invisible or turn the direction of writing. */
export function printedText({ title, body }: ContractText): ContractText {
  const run = (each: FilledRun): FilledRun => (each.type === 'break' ? each : { ...each, text: plainText(each.text) })
  const plain = (block: Block<FilledRun>): Block<FilledRun> => {
    if (block.type === 'pageBreak') return block
    if (block.type === 'list') return { ...block, items: block.items.map((item) => item.map(plain)) }
    return { ...block, content: block.content.map(run) }
  }
  const cells = (each: readonly string[]) => each.map(plainText)
  return {
    title: plainText(title),
    body: body.map((block) =>
      block.type === 'table' ? { ...block, head: cells(block.head), rows: block.rows.map(cells) } : plain(block),
    ),
  }
}

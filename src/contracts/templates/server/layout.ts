import type { FilledBlock, FilledRun, Table } from '#contracts/contracts/domain/contract-text.ts'
import type { Sheet } from './sheet.ts'

type Piece = Record<string, unknown>
type Printable = (text: string) => string

const ink = '#1c1f24'
const soft = '#5b6169'
const headings = { 1: { size: 16, before: 16 }, 2: { size: 13.5, before: 13 }, 3: { size: 11.5, before: 10 } } as const

function pieceOfRun(run: FilledRun, printable: Printable): Piece {
  if (run.type === 'break') return { text: '\n' }
  const has = (mark: 'bold' | 'italic' | 'underline') => run.marks?.includes(mark) === true
  return {
    text: printable(run.text),
    // Only set when true: headings are bold by style.
    ...(has('bold') ? { bold: true } : {}),
    ...(has('italic') ? { italics: true } : {}),
    ...(has('underline') ? { decoration: 'underline' } : {}),
  }
}

/** An empty paragraph is a blank line. */
const line = (runs: readonly FilledRun[], printable: Printable) =>
  runs.length === 0 ? ' ' : runs.map((run) => pieceOfRun(run, printable))

/** Cells never break across pages: a rate stays beside its tier. */
function layOutTable({ head, rows }: Table, printable: Printable): Piece {
  const row = (cells: readonly string[], bold: boolean) => cells.map((cell) => ({ text: printable(cell), bold }))
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: head.map((_, column) => (column === 1 ? '*' : 'auto')),
      body: [row(head, true), ...rows.map((cells) => row(cells, false))],
    },
    layout: 'lightHorizontalLines',
    margin: [0, 2, 0, 10],
  }
}

function layOutBlock(block: FilledBlock, printable: Printable): Piece {
  switch (block.type) {
    case 'table':
      return layOutTable(block, printable)
    case 'pageBreak':
      return { text: '', pageBreak: 'after' }
    case 'heading': {
      const { size, before } = headings[block.level]
      const text = line(block.content, printable)
      return { text, bold: true, fontSize: size, margin: [0, before, 0, 6], headlineLevel: block.level }
    }
    case 'list': {
      const items = block.items.map((item) => ({ stack: item.map((each) => layOutBlock(each, printable)) }))
      return { [block.ordered ? 'ol' : 'ul']: items, margin: [0, 0, 0, 4] }
    }
    case 'paragraph':
      return { text: line(block.content, printable), margin: [0, 0, 0, 7] }
  }
}

/** Tells headers and footers, which pdfmake counts among the nodes of a page, from the text. */
const running = 'running'

/** Page header: the provider's name, and the logo if its format is supported in PDF. */
function head({ logo }: Sheet, provider: string): Piece {
  const name = {
    style: running,
    text: provider,
    color: soft,
    fontSize: 9.5,
    alignment: 'right',
    margin: [0, logo ? 10 : 0, 0, 0],
  }
  const picture = { style: running, image: 'logo', fit: [130, 30] }
  return { style: running, columns: logo ? [picture, name] : [{ ...name, alignment: 'left' }], margin: [64, 34, 64, 0] }
}

interface PageQueries {
  getFollowingNodesOnPage(): readonly { readonly style?: unknown }[]
}

/** pdfmake document definition: A4, with the sheet's date as the only date. */
export function layout(sheet: Sheet, printable: Printable): object {
  const title = printable(sheet.title)
  const provider = printable(sheet.provider)
  const date = new Date(`${sheet.day}T00:00:00Z`)
  return {
    pageSize: 'A4',
    pageMargins: [64, 86, 64, 70],
    language: sheet.language,
    displayTitle: true,
    version: '1.7',
    info: { title, author: provider, creator: 'Passerelle', producer: 'Passerelle', creationDate: date, modDate: date },
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.32, color: ink },
    images: sheet.logo ? { logo: `data:${sheet.logo.mime};base64,${sheet.logo.base64}` } : {},
    header: () => head(sheet, provider),
    footer: (page: number, pages: number) => ({
      style: running,
      columns: [
        { style: running, text: title.length > 90 ? `${title.slice(0, 89)}…` : title },
        { style: running, text: `${page}/${pages}`, alignment: 'right', width: 60 },
      ],
      fontSize: 8.5,
      color: soft,
      margin: [64, 28, 64, 0],
    }),
    // Keep a heading together with the text that follows.
    pageBreakBefore: (node: { headlineLevel?: number }, queries: PageQueries) =>
      node.headlineLevel !== undefined && queries.getFollowingNodesOnPage().every(({ style }) => style === running),
    content: [
      { text: title, fontSize: 21, bold: true, lineHeight: 1.15, margin: [0, 0, 0, 18] },
      ...sheet.body.map((block) => layOutBlock(block, printable)),
    ],
  }
}

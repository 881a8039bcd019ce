import { dayText } from '#platform/domain/day-text.ts'
import { currentLanguage, localeOf, textOf, type Words } from '#platform/domain/languages.ts'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
import type { BusinessParty, IsoDay, PostalAddress } from '../domain/invoice.ts'
import type { Payee } from '../domain/statements.ts'
import { m } from '../messages/messages.ts'
import type { DocumentLook } from './money-document.ts'

export type Piece = Record<string, unknown>

export const ink = '#1c1f24'
export const soft = '#5b6169'
const hairline = '#d5d9de'
const tint = '#f4f6f7'
const margin = 48
export const pageWidth = 595.28 - 2 * margin

/** The provider's look; `text` replaces what the font cannot print. */
export interface Wording {
  readonly text: (text: string) => string
  readonly look: DocumentLook
}

export const euros = (cents: Cents) => formatEurosExact(cents)

/** U+2212, as wide as a digit, for amounts in columns. */
export const signedEuros = (cents: Cents) => (cents < 0 ? `−${euros(-cents)}` : euros(cents))

/** The lines of a postal address; the country only outside France. */
function addressLines({ line1, line2, postcode, city, country }: PostalAddress): string[] {
  const names = new Intl.DisplayNames(localeOf[currentLanguage()], { type: 'region' })
  const abroad = country === 'FR' ? '' : (names.of(country) ?? country)
  return [line1, line2, `${postcode} ${city}`.trim(), abroad].filter((line) => line !== '')
}

const grouped = (digits: string) => `${digits.slice(0, 9).replace(/(\d{3})(?=\d)/g, '$1 ')} ${digits.slice(9)}`.trim()

function numberLines({ siren, siret, vatNumber }: Pick<BusinessParty, 'siren' | 'siret' | 'vatNumber'>): string[] {
  const company = siret === null ? siren && `SIREN ${grouped(siren)}` : `SIRET ${grouped(siret)}`
  const onlySiren = siret !== null && siren !== null ? [`SIREN ${grouped(siren)}`] : []
  return [...onlySiren, ...(company ? [company] : []), ...(vatNumber ? [m.vatNumber({ number: vatNumber })] : [])]
}

interface PartyBlock {
  readonly title: string
  readonly name: string
  readonly lines: readonly string[]
}

export const businessBlock = (title: string, party: BusinessParty, more: readonly string[] = []): PartyBlock => ({
  title,
  name: party.legalName,
  lines: [...(party.legalForm ? [party.legalForm] : []), ...addressLines(party.address), ...numberLines(party), ...more],
})

export const payeeBlock = (title: string, { name, legalForm, address, siren = null, ...numbers }: Payee): PartyBlock => ({
  title,
  name,
  lines: [...(legalForm ? [legalForm] : []), ...addressLines(address), ...numberLines({ siren, ...numbers })],
})

/** Two parties side by side, the sender at the left. */
export function parties(blocks: readonly [PartyBlock, PartyBlock], { text }: Wording): Piece {
  const column = ({ title, name, lines }: PartyBlock) => ({
    stack: [
      { text: text(title), fontSize: 8, color: soft, margin: [0, 0, 0, 3] },
      { text: text(name), bold: true, fontSize: 10.5, margin: [0, 0, 0, 1] },
      ...lines.map((line) => ({ text: text(line), fontSize: 9 })),
    ],
  })
  return { columns: blocks.map(column), columnGap: 28, margin: [0, 0, 0, 16] }
}

/** Length of a value that fits a narrow cell, such as a date. */
const shortFact = 14

/** Labelled facts in a tinted strip, such as dates. */
export function facts(pairs: readonly (readonly [string, string])[], { text }: Wording): Piece {
  const cell = ([label, value]: readonly [string, string]) => ({
    stack: [
      { text: text(label), fontSize: 8, color: soft },
      { text: text(value), fontSize: 9.5 },
    ],
    margin: [8, 6, 4, 6],
    fillColor: tint,
  })
  const width = ([, value]: readonly [string, string], index: number) =>
    value.length > shortFact || index === pairs.length - 1 ? '*' : 96
  return {
    table: { widths: pairs.map(width), body: [pairs.map(cell)] },
    layout: { hLineWidth: () => 0, vLineWidth: () => 0, paddingLeft: () => 0, paddingRight: () => 0 },
    margin: [0, 0, 0, 14],
  }
}

export interface Column {
  readonly title: Words
  readonly width: number | '*'
  readonly right?: boolean
}

/** A table whose header repeats on each page and whose rows are never split. */
export function dataTable(columns: readonly Column[], rows: readonly (readonly string[])[], { text, look }: Wording): Piece {
  const alignment = (index: number) => (columns[index]?.right ? 'right' : 'left')
  const head = columns.map(({ title }, index) => ({
    text: text(textOf(title)),
    bold: true,
    fontSize: 8.5,
    alignment: alignment(index),
  }))
  const body = rows.map((row) => row.map((cell, index) => ({ text: text(cell), fontSize: 9, alignment: alignment(index) })))
  const rule = (index: number) => (index === 0 || index === 1 ? look.accentColour : hairline)
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: columns.map(({ width }) => width),
      body: [head, ...body],
    },
    layout: {
      hLineWidth: (index: number) => (index === 1 ? 1 : index === 0 ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: rule,
      paddingLeft: (index: number) => (index === 0 ? 0 : 5),
      paddingRight: (index: number, { table }: { table: { widths: unknown[] } }) => (index === table.widths.length - 1 ? 0 : 5),
      paddingTop: () => 4,
      paddingBottom: () => 4,
    },
    margin: [0, 0, 0, 12],
  }
}

/** Sums at the right, the last one in bold; kept on one page. */
export function totalsBlock(rows: readonly (readonly [string, string])[], { text, look }: Wording): Piece {
  const last = rows.length - 1
  const cells = rows.map(([label, value], index) => {
    const style = { bold: index === last, fontSize: index === last ? 11 : 9.5 }
    return [
      { text: text(label), ...style },
      { text: text(value), alignment: 'right', noWrap: true, ...style },
    ]
  })
  const line = (index: number) => (index === last ? 1 : 0)
  return {
    columns: [
      { text: '', width: '*' },
      {
        width: 280,
        table: { widths: ['*', 'auto'], body: cells },
        layout: {
          hLineWidth: line,
          vLineWidth: () => 0,
          hLineColor: () => look.accentColour,
          paddingLeft: () => 0,
          paddingRight: () => 0,
          paddingTop: () => 3,
        },
      },
    ],
    unbreakable: true,
    margin: [0, 0, 0, 14],
  }
}

export const sectionTitle = (title: string, { text }: Wording): Piece => ({
  text: text(title),
  bold: true,
  fontSize: 10.5,
  margin: [0, 4, 0, 4],
  headlineLevel: 1,
})

/** Sentences in small type, one paragraph each; kept on one page. */
export const smallPrint = (sentences: readonly string[], { text }: Wording): Piece => ({
  stack: sentences.map((sentence) => ({ text: text(sentence), margin: [0, 0, 0, 2] })),
  fontSize: 8.5,
  color: soft,
  unbreakable: true,
  margin: [0, 0, 0, 10],
})

interface PageQueries {
  getFollowingNodesOnPage(): readonly unknown[]
}

export interface Frame {
  /** Above the number, such as 'Invoice'. */
  readonly heading: string
  readonly subtitle: string
  /** Number, or the year of a certificate. */
  readonly number: string
  /** As printed below the heading, such as 'n° REL-2026-11-0001'. */
  readonly reference: string
  readonly issueDate: IsoDay
  /** In the footer of every page. */
  readonly footer: string
}

/** The pages around the content: A4, title with the provider's logo, number and page in the footer, PDF/A-3b. */
export function framed(frame: Frame, content: readonly Piece[], { text, look }: Wording): Piece {
  const title = text(`${frame.heading} ${frame.number}`)
  const logo = look.logo ? { image: 'logo', fit: [150, 44] } : { text: text(look.providerName), fontSize: 11, color: soft }
  return {
    pageSize: 'A4',
    pageMargins: [margin, 44, margin, 58],
    language: currentLanguage(),
    displayTitle: true,
    version: '1.7',
    subset: 'PDF/A-3b',
    info: {
      // The XMP metadata repeats the title unescaped, so it holds no names.
      title: title.replace(/[<>&]/g, ''),
      creator: 'Passerelle',
      producer: 'Passerelle',
      creationDate: new Date(`${frame.issueDate}T00:00:00Z`),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.18, color: ink },
    images: look.logo ? { logo: `data:${look.logo.mime};base64,${look.logo.base64}` } : {},
    footer: (page: number, pages: number) => ({
      columns: [{ text: text(frame.footer) }, { text: `${page}/${pages}`, alignment: 'right', width: 60 }],
      fontSize: 8,
      color: soft,
      margin: [margin, 20, margin, 0],
    }),
    pageBreakBefore: (node: { headlineLevel?: number }, queries: PageQueries) =>
      node.headlineLevel !== undefined && queries.getFollowingNodesOnPage().length === 0,
    content: [
      {
        columns: [
          { ...logo, width: '*' },
          {
            width: 'auto',
            stack: [
              { text: text(frame.heading), fontSize: 19, bold: true, alignment: 'right', lineHeight: 1.05 },
              { text: text(frame.subtitle), fontSize: 9.5, color: soft, alignment: 'right' },
              { text: text(frame.reference), fontSize: 10.5, alignment: 'right', margin: [0, 3, 0, 0] },
            ],
          },
        ],
        margin: [0, 0, 0, 10],
      },
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: pageWidth, y2: 0, lineWidth: 1.5, lineColor: look.accentColour }],
        margin: [0, 0, 0, 14],
      },
      ...content,
    ],
  }
}

export const periodText = ({ from, to }: { readonly from: IsoDay; readonly to: IsoDay }) =>
  from === to ? dayText(from) : m.fromTo({ from: dayText(from), to: dayText(to) })

import { downloadZip } from 'client-zip'

type Cell = string | number | Date | null

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const column = (at: number): string => (at < 26 ? '' : column(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
/** Days since 30 December 1899, as workbooks count them. */
const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569

function cellXml(cell: Cell, at: number, row: number): string {
  if (cell === null) return ''
  const place = `r="${column(at)}${row}"`
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
  if (cell instanceof Date) return `<c ${place} s="1"><v>${serial(cell)}</v></c>`
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const sheetXml = (rows: readonly (readonly Cell[])[]) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((cells, at) => `<row r="${at + 1}">${cells.map((cell, place) => cellXml(cell, place, at + 1)).join('')}</row>`)
    .join('')}</sheetData></worksheet>`

/** A workbook with these sheets, as spreadsheets save one; dates have the format of a day. */
export async function workbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Promise<Uint8Array<ArrayBuffer>> {
  const names = Object.keys(sheets)
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types">
      <Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">
      <Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/>
      <xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheets[name] ?? [])])),
  }
  const files = Object.entries(parts).map(([name, input]) => ({ name, input: `<?xml version="1.0" encoding="UTF-8"?>${input}` }))
  return new Uint8Array(await downloadZip(files).arrayBuffer())
}

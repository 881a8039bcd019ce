import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CsvLines, csvMark } from '#platform/domain/csv.ts'
import { csvRecords } from '#platform/server/http/lists/csv-export.ts'
import { decodeText } from '#platform/web/app/forms/decode-text.ts'
import { workbook } from '#test/workbook.ts'
import { maxImportColumns, maxImportRows } from '../../domain/imports.ts'
import { joinCells } from '../../domain/name-parts.ts'
import { ownTitles } from '../../domain/own-titles.ts'
import { titleCounter } from '../../domain/recognition.ts'
import { formats } from '../formats.ts'
import { UnreadableFile } from './file-content.ts'
import { detectSeparator } from './read-csv.ts'
import { maxFileBytes, readFile } from './read-file.ts'

const countTitles = titleCounter(ownTitles('leads', []), formats)
const read = async (bytes: Uint8Array<ArrayBuffer>) => {
  try {
    const { titles, rows } = await readFile(new Blob([bytes]), countTitles)
    return { file: { titles, rows } }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { error: error.problem }
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (char) => (char === '€' ? 0x80 : char.charCodeAt(0)))
const utf16 = (text: string, mark: boolean) =>
  Uint8Array.from([...(mark ? '\ufeff' : ''), ...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]))

describe('lead files are read in any encoding', () => {
  test.each([
    ['UTF-8', utf8('Société;Prix €')],
    ['UTF-8 with a mark', utf8('\ufeffSociété;Prix €')],
    ['Windows-1252', latin('Société;Prix €')],
    ['UTF-16 with a mark', utf16('Société;Prix €', true)],
    ['UTF-16 without', utf16('Société;Prix €', false)],
  ])('%s', (_, bytes) => expect(decodeText(bytes)).toBe('Société;Prix €'))
})

test.each([
  ['Nom;Société;Montant', ';'],
  ['name,company,amount', ','],
  ['name\tcompany', '\t'],
  ['"Nom, prénom, titre";Société', ';'],
  ['Nom', ';'],
])('the separator of %j is %j', (head, separator) => expect(detectSeparator(`${head}\r\n1;2,3\t4`, countTitles)).toBe(separator))

test('rows keep their number in the spreadsheet, despite empty lines and multi-line cells', async () => {
  const text = 'sep=;\r\nNom;Notes\r\nPaul;"une\r\ndeux"\r\n;\r\n\r\nLucie;"a ""b"" c"\r\n'
  expect(await read(utf8(text))).toEqual({
    file: {
      titles: ['Nom', 'Notes'],
      rows: [
        { number: 2, cells: ['Paul', 'une\r\ndeux'], broken: false },
        { number: 5, cells: ['Lucie', 'a "b" c'], broken: false },
      ],
    },
  })
})

test('the header is found below the sheet’s name, a date and blank lines', async () => {
  const text =
    'Mes prospects, printemps 2026;;;\r\n"Exporté le 3 mars, 9 ' +
    'h";;;\r\n\r\nContact;Société;E-mail;Budget\r\nPaul;Forge;a@b.fr;"1 200,00"\r\n'
  expect(await read(utf8(text))).toEqual({
    file: {
      titles: ['Contact', 'Société', 'E-mail', 'Budget'],
      rows: [{ number: 5, cells: ['Paul', 'Forge', 'a@b.fr', '1 200,00'], broken: false }],
    },
  })
  const comma = 'Prospects\nName,Company,Email,Amount\nPaul,Forge,a@b.fr,"1;2;3;4;5"'
  expect(await read(utf8(comma))).toHaveProperty('file.titles', ['Name', 'Company', 'Email', 'Amount'])
})

test('first and last name are joined, in a file that was written before too', async () => {
  expect([joinCells(['Élise', 'Forêt']), joinCells(['', 'Roux']), joinCells(['Paul', 'Paul Roux'])]).toEqual([
    'Élise Forêt',
    'Roux',
    'Paul Roux',
  ])
})

test('without a known header the first line is the header', async () => {
  expect(await read(utf8('Wer;Wo\nNom;Paris'))).toHaveProperty('file.titles', ['Wer', 'Wo'])
})

test('a row with unbalanced quotes is reported as such', async () => {
  const result = await read(utf8('Nom;Notes\nPaul;ok\nLucie;"open\nMarc;x'))
  expect('file' in result && result.file?.rows.map(({ broken }) => broken)).toEqual([false, true])
})

test('other files are reported as not being lead files', async () => {
  const head = 'Nom;Email\n'
  expect(await read(utf8(''))).toEqual({ error: 'empty' })
  expect(await read(utf8(head))).toEqual({ error: 'empty' })
  expect(await read(Uint8Array.from([0x50, 0x4b, 3, 4]))).toEqual({ error: 'damaged' })
  expect(await read(utf8(head + 'a;b\n'.repeat(maxImportRows)))).toHaveProperty('file')
  expect(await read(utf8(head + 'a;b\n'.repeat(maxImportRows + 1)))).toEqual({ error: 'too_many_rows' })
  expect(await read(new Uint8Array(maxFileBytes + 1))).toEqual({ error: 'too_large' })
})

test('files that are no table, spoilt titles and too many columns are told apart', async () => {
  const errorOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    const result = await read(bytes)
    return 'error' in result ? result.error : 'read'
  }
  const old = new Uint8Array(2048)
  old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  expect(await errorOf(old)).toBe('old_workbook')
  old.set(utf16('EncryptedPackage', false), 1024)
  expect(await errorOf(old)).toBe('protected')
  expect(await errorOf(utf8('\ufeff <html><table><tr><td>Nom</td></tr>\n</table>'))).toBe('not_a_table')
  expect(await errorOf(utf8('<?xml version="1.0"?>\n<Workbook/>'))).toBe('not_a_table')
  expect(await errorOf(utf8('%PDF-1.7\n1 0 obj'))).toBe('pdf')
  expect(await errorOf(utf8('Nom;Pr\ufffdnom;Email\na;b;c'))).toBe('letters')
  expect(await errorOf(utf8('Paul Roux;paul@forge.example;1200\nÉlise Forêt;elise@noel.example;900'))).toBe('no_titles')
  const wide = (columns: number) => utf8(`Nom;Email${';x'.repeat(columns - 2)}\na;b`)
  expect([await errorOf(wide(maxImportColumns)), await errorOf(wide(maxImportColumns + 1))]).toEqual(['read', 'too_many_columns'])
})

test('what lies beyond the last filled cell of a wide file does not exist', async () => {
  const bytes = new Uint8Array(readFileSync(new URL('../../../../test/fixtures/imports/16384-columns.csv', import.meta.url)))
  expect(await read(bytes)).toHaveProperty('file.titles', ['Nom', 'Société', 'Email', 'Montant', 'Offre'])
})

describe('a workbook', () => {
  const rows = [
    ['Nom', 'Email', 'Montant', 'Offre', 'Date'],
    ['Élise Forêt', 'elise@noel.example', 1234.56, 'Star', new Date('2026-04-03')],
    ['=1+1', 'paul@forge.example', 33_612_345_678, null, new Date('2026-04-03T09:30:00Z')],
  ]

  test('is read as texts: cents stay, days are those of the calendar, and what is no formula is none', async () => {
    const content = await readFile(new Blob([await workbook({ Notes: [], Leads: rows })]), countTitles)
    expect(content).toMatchObject({ sheet: 'Leads', sheets: ['Leads'], titles: rows[0] })
    expect(content.rows).toEqual([
      { number: 2, cells: ['Élise Forêt', 'elise@noel.example', '1234.56', 'Star', '2026-04-03'], broken: false },
      { number: 3, cells: ['=1+1', 'paul@forge.example', '33612345678', '', '2026-04-03 09:30'], broken: false },
    ])
  })

  test('with several sheets is asked about, and the chosen one is read', async () => {
    const file = new Blob([
      await workbook({
        Clients: [
          ['Nom', 'Email'],
          ['A', 'a@a.example'],
        ],
        Leads: rows,
      }),
    ])
    expect(await readFile(file, countTitles)).toMatchObject({ sheet: 'Clients', sheets: ['Clients', 'Leads'] })
    expect((await readFile(file, countTitles, { sheet: 'Leads' })).rows).toHaveLength(2)
  })

  test('that is cut, or empty, is told', async () => {
    const bytes = await workbook({ Leads: rows })
    expect(await read(bytes.slice(0, bytes.length - 200))).toEqual({ error: 'damaged' })
    expect(await read(await workbook({ Leads: [] }))).toEqual({ error: 'empty' })
  })
})

test('another encoding and separator can be chosen than those that were guessed', async () => {
  const mac = new Blob([Uint8Array.from([...'Nom|Email\nZo'].map((letter) => letter.charCodeAt(0)).concat(0x8e, 0x7c, 0x61))])
  const content = await readFile(mac, countTitles, { encoding: 'macintosh', separator: '|' })
  expect(content.rows[0]?.cells).toEqual(['Zoé', 'a'])
})

test('an exported file contains no formula and reads back unchanged', async () => {
  const cells = ['=1+1', '+33 6', '-5', '@SUM(1)', '\tx', '=1\n+2', 'a;b', 'été']
  const text = csvMark + csvRecords([['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], cells.map((cell) => new CsvLines(cell))])
  expect(text.startsWith('\ufeffa;b;')).toBe(true)
  const result = await read(utf8(text))
  const firstCells = 'file' in result ? result.file?.rows[0]?.cells : []
  expect(firstCells).toEqual([...cells.slice(0, 6).map((cell) => `'${cell}`), 'a;b', 'été'])
})

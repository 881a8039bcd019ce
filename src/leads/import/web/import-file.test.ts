import { describe, expect, test } from 'vitest'
import { decodeText } from '#platform/web/app/forms/decode-text.ts'
import {
  detectSeparator,
  maxFileBytes,
  maxFileColumns,
  maxFileRows,
  readImportFile,
  writeCsv,
} from '#platform/web/app/forms/import-file.ts'
import { countTitles } from '../domain/lead-import.ts'

const read = (bytes: Uint8Array) => readImportFile(bytes, countTitles)

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

test('rows keep their number in the spreadsheet, despite empty lines and multi-line cells', () => {
  const text = 'sep=;\r\nNom;Notes\r\nPaul;"une\r\ndeux"\r\n;\r\n\r\nLucie;"a ""b"" c"\r\n'
  expect(read(utf8(text))).toEqual({
    file: {
      titles: ['Nom', 'Notes'],
      rows: [
        { number: 2, cells: ['Paul', 'une\r\ndeux'], broken: false },
        { number: 5, cells: ['Lucie', 'a "b" c'], broken: false },
      ],
    },
  })
})

test('the header is found below the sheet’s name, a date and blank lines', () => {
  const text =
    'Mes prospects, printemps 2026;;;\r\n"Exporté le 3 mars, 9 ' +
    'h";;;\r\n\r\nContact;Société;E-mail;Budget\r\nPaul;Forge;a@b.fr;"1 200,00"\r\n'
  expect(read(utf8(text))).toEqual({
    file: {
      titles: ['Contact', 'Société', 'E-mail', 'Budget'],
      rows: [{ number: 5, cells: ['Paul', 'Forge', 'a@b.fr', '1 200,00'], broken: false }],
    },
  })
  const comma = 'Prospects\nName,Company,Email,Amount\nPaul,Forge,a@b.fr,"1;2;3;4;5"'
  expect(read(utf8(comma))).toHaveProperty('file.titles', ['Name', 'Company', 'Email', 'Amount'])
})

test('first and last name become one column, in the file of refused rows too', () => {
  const text = 'Société;Nom;Prénom\nNoël;Forêt;Élise\nRoux\n'
  const joined = {
    titles: ['Société', 'Prénom + Nom', 'Prénom'],
    cells: [
      ['Noël', 'Élise Forêt', 'Élise'],
      ['Roux', ''],
    ],
  }
  const readAs = (bytes: Uint8Array) => {
    const result = read(bytes)
    return 'file' in result ? { titles: result.file.titles, cells: result.file.rows.map(({ cells }) => cells) } : result
  }
  expect(readAs(utf8(text))).toEqual(joined)
  expect(readAs(utf8(writeCsv([joined.titles, ...joined.cells])))).toEqual(joined)
})

test('without a known header the first line is the header', () => {
  expect(read(utf8('Wer;Wo\nNom;Paris'))).toHaveProperty('file.titles', ['Wer', 'Wo'])
})

test('a row with unbalanced quotes is reported as such', () => {
  const result = read(utf8('Nom;Notes\nPaul;ok\nLucie;"open\nMarc;x'))
  expect('file' in result && result.file.rows.map(({ broken }) => broken)).toEqual([false, true])
})

test('other files are reported as not being lead files', () => {
  const head = 'Nom;Email\n'
  expect(read(utf8(''))).toEqual({ error: 'empty' })
  expect(read(utf8(head))).toEqual({ error: 'empty' })
  expect(read(Uint8Array.from([0x50, 0x4b, 3, 4]))).toEqual({ error: 'workbook' })
  expect(read(utf8(head + 'a;b\n'.repeat(maxFileRows)))).toHaveProperty('file')
  expect(read(utf8(head + 'a;b\n'.repeat(maxFileRows + 1)))).toEqual({ error: 'too_many_rows' })
  expect(read(new Uint8Array(maxFileBytes + 1))).toEqual({ error: 'too_large' })
})

test('workbooks of every kind, spoilt titles and too many columns are told apart', () => {
  const errorOf = (bytes: Uint8Array) => {
    const result = read(bytes)
    return 'error' in result ? result.error : 'read'
  }
  const old = new Uint8Array(512)
  old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  expect(errorOf(old)).toBe('workbook')
  expect(errorOf(utf8('\ufeff <html><table><tr><td>Nom</td></tr>\n</table>'))).toBe('workbook')
  expect(errorOf(utf8('<?xml version="1.0"?>\n<Workbook/>'))).toBe('workbook')
  expect(errorOf(utf8('%PDF-1.7\n1 0 obj'))).toBe('workbook')
  expect(errorOf(utf8('Nom;Pr\ufffdnom;Email\na;b;c'))).toBe('letters')
  const wide = (columns: number) => utf8(`Nom;Email${';x'.repeat(columns - 2)}\na;b`)
  expect([errorOf(wide(maxFileColumns)), errorOf(wide(maxFileColumns + 1))]).toEqual(['read', 'too_many_columns'])
})

test('an exported file contains no formula and reads back unchanged', () => {
  const cells = ['=1+1', '+33 6', '-5', '@SUM(1)', '\tx', '=1\n+2', 'a;b', 'été']
  const text = writeCsv([['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], cells])
  expect(text.startsWith('\ufeffa;b;')).toBe(true)
  const result = read(utf8(text))
  const firstCells = 'file' in result ? result.file.rows[0]?.cells : []
  expect(firstCells).toEqual([...cells.slice(0, 6).map((cell) => `'${cell}`), 'a;b', 'été'])
})

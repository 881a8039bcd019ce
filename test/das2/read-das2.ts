/** Reads a DAS2 file by the widths of its records alone; shares no code with the product. */

type Widths = readonly (readonly [name: string, width: number])[]

const times = (count: number, name: string, width: number): Widths =>
  Array.from({ length: count }, (_, index) => [`${name}${index + 1}`, width] as const)

const place = (name: string): Widths => [
  [`${name}Complement`, 32],
  ['-', 1],
  [`${name}Street`, 32],
  [`${name}Cog`, 5],
  ['-', 1],
  [`${name}Commune`, 26],
  [`${name}Zip`, 5],
  ['-', 1],
  [`${name}Office`, 26],
]

const head: Widths = [
  ['siret', 14],
  ['01', 2],
  ['year', 4],
  ['type', 1],
  ['record', 3],
]

const layouts: Readonly<Record<string, Widths>> = {
  '010': [
    ['siren', 9],
    ['0', 12],
    ['record', 3],
    ['-', 14],
    ['ape', 5],
    ['-', 4],
    ['name', 50],
    ...place('seat'),
    ['-', 8],
    ['kind', 1],
    ['siret', 14],
    ['-', 5],
    ...place('post'),
    ['-', 289],
  ],
  '020': [
    ...head,
    ['-', 14],
    ['ape', 5],
    ['0', 14],
    ['-', 41],
    ['name', 50],
    ...place('seat'),
    ['-', 93],
    ['n1', 1],
    ['-', 3],
    ['n2', 1],
    ['-', 297],
  ],
  '210': [
    ...head,
    ['beneficiary', 14],
    ['last', 30],
    ['first', 20],
    ['company', 50],
    ['profession', 30],
    ...place('home'),
    ...times(11, 'sum', 10),
    ['inKind', 5],
    ['allowance', 3],
    ['-', 2],
    ['0', 10],
    ['-', 245],
  ],
  '300': [
    ...head,
    ['-', 36],
    ['0', 108],
    ...times(11, 'sum', 12),
    ['-', 12],
    ['0', 30],
    ['-', 48],
    ['0', 12],
    ['-', 74],
    ['contact', 50],
    ['phone', 10],
    ['mail', 60],
    ['siren', 9],
    ['-', 67],
  ],
  '310': [
    ['siren', 9],
    ['9', 12],
    ['record', 3],
    ['files', 5],
    ['0', 6],
    ['count', 6],
    ['-', 36],
    ['0', 108],
    ...times(11, 'sum', 12),
    ['-', 12],
    ['0', 30],
    ['-', 48],
    ['0', 12],
    ['-', 253],
  ],
}

export type Das2Record = Readonly<Record<string, string>>

const fillers: Readonly<Record<string, string>> = { '-': ' ', '0': '0', '9': '9' }

function readRecord(line: string): Das2Record {
  const layout = layouts[line.slice(21, 24)]
  if (!layout) throw new Error(`unknown record ${line.slice(21, 24)}`)
  const values: Record<string, string> = {}
  let at = 0
  for (const [name, width] of layout) {
    const text = line.slice(at, at + width)
    at += width
    const filler = fillers[name]
    if (filler === undefined) values[name] = text.trimEnd()
    else if (text !== filler.repeat(width)) throw new Error(`"${text}" where "${filler}" should be`)
  }
  if (at !== 672) throw new Error(`the layout of ${values.record} has ${at} characters`)
  return values
}

const sums = (record: Das2Record) => Array.from({ length: 11 }, (_, index) => Number(record[`sum${index + 1}`]))

/** The records; throws unless lengths, fillers, order, counts and re-added totals are right. */
export function readDas2(bytes: Uint8Array): { records: Das2Record[]; beneficiaries: Das2Record[]; commissions: number } {
  const text = Buffer.from(bytes).toString('latin1')
  const lines = text.split('\r\n')
  if (lines.pop() !== '') throw new Error('the file does not end with a line end')
  for (const line of lines) if (line.length !== 672) throw new Error(`a record has ${line.length} bytes`)
  const records = lines.map(readRecord)
  const order = records.map(({ record }) => record).join(' ')
  if (!/^010 020( 210)+ 300 310$/.test(order)) throw new Error(`records in this order: ${order}`)
  const beneficiaries = records.filter(({ record }) => record === '210')
  const added = beneficiaries.map(sums).reduce((total, each) => total.map((value, index) => value + (each[index] ?? 0)))
  for (const total of records.slice(-2)) {
    if (JSON.stringify(sums(total)) !== JSON.stringify(added)) throw new Error(`${total.record} does not add up`)
  }
  if (Number(records.at(-1)?.count) !== beneficiaries.length) throw new Error('the count is wrong')
  return { records, beneficiaries, commissions: added[1] ?? 0 }
}

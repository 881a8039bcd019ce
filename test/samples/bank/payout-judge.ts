import { XmlDocument, XmlElement } from 'libxml2-wasm'

/**
 * Reads a payout file as a bank would and names the rules that it breaks, from the file alone and what is known outside of it.
 * Shares nothing with the product: other parser, other arithmetic, other tables.
 */
export interface KnownOutside {
  readonly today: string
  readonly messageIds: readonly string[]
  readonly ids: readonly string[]
  /** IBANs that were changed less than 72 hours ago. */
  readonly recentIbans: readonly string[]
  /** Statements that are in another file under way. */
  readonly statementsUnderWay: readonly string[]
  /** Accounts of the person who makes the file. */
  readonly makersIbans: readonly string[]
  /** Statements that were left out when their last file was made again, and that nobody was asked about. */
  readonly heldOutStatements: readonly string[]
  /** Accounts that the bank has refused. */
  readonly refusedIbans: readonly string[]
}

/** SEPA countries with the lengths of their IBANs. */
const lengths = new Map(
  (
    'AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 ' +
    'LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

/** Days of the tests' years on which TARGET is closed though they are no weekend. */
const closed = ['2026-12-25', '2027-01-01', '2027-03-26', '2027-03-29']

export function judgePayoutFile(xml: string, outsideFacts: KnownOutside): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    return judge(document.root, outsideFacts)
  } finally {
    document.dispose()
  }
}

function judge(root: XmlElement, outsideFacts: KnownOutside): string[] {
  const all = (path: string, from: XmlElement = root): XmlElement[] =>
    from
      .find(path.replace(/\b(?=[A-Z])/g, 'p:'), { p: root.namespaceUri })
      .filter((node): node is XmlElement => node instanceof XmlElement)
  const texts = (path: string, from?: XmlElement) => all(path, from).map((element) => element.content)
  const broken = new Set<string>()
  const check = (rule: string, holds: boolean) => holds || broken.add(rule)
  const every = (values: readonly string[], rule: string, holds: (value: string) => boolean) => check(rule, values.every(holds))

  const amounts = all('//InstdAmt')
  const sum = amounts.reduce((total, { content }) => total + BigInt(content.replace('.', '') || '0'), 0n)
  const counts = [...texts('//GrpHdr/NbOfTxs'), ...texts('//PmtInf/NbOfTxs')]
  const sums = [...texts('//GrpHdr/CtrlSum'), ...texts('//PmtInf/CtrlSum')]
  check('R1', counts.length === 2 && sums.length === 2 && all('//CdtTrfTxInf').length > 0)
  every(counts, 'R1', (count) => Number(count) === all('//CdtTrfTxInf').length)
  every(sums, 'R1', (total) => /^\d+\.\d\d$/.test(total) && BigInt(total.replace('.', '')) === sum)

  const debtor = texts('//DbtrAcct//IBAN')
  const creditors = texts('//CdtrAcct//IBAN')
  every([...debtor, ...creditors], 'R2', hasRightDigits)
  check('R2', debtor.length === 1 && creditors.length === amounts.length)
  every([...debtor, ...creditors], 'R9', (iban) => lengths.has(iban.slice(0, 2)))
  every(creditors, 'R11', (iban) => !debtor.includes(iban) && creditors.filter((other) => other === iban).length === 1)
  every(creditors, 'R12', (iban) => !outsideFacts.recentIbans.includes(iban))

  for (const name of ['EndToEndId', 'InstrId']) {
    const ids = texts(`//${name}`)
    check(
      'R3',
      new Set(ids).size === ids.length && ids.length === amounts.length && !ids.some((id) => outsideFacts.ids.includes(id)),
    )
  }
  const messages = [...texts('//MsgId'), ...texts('//PmtInfId')]
  check('R4', new Set(messages).size === 1 && !messages.some((id) => outsideFacts.messageIds.includes(id)))

  const textValues = texts('//MsgId|//PmtInfId|//InstrId|//EndToEndId|//Nm|//Ustrd|//StrtNm|//BldgNb|//PstCd|//TwnNm|//Othr/Id')
  every(textValues, 'R5', (value) => /^[-A-Za-z0-9/?:().,'+ ]+$/.test(value) && !/^\/|\/$|\/\/|^ | $/.test(value))
  every(texts('//MsgId|//PmtInfId|//InstrId|//EndToEndId'), 'R5', (id) => id.length <= 35)
  every(texts('//Nm'), 'R5', (name) => name.length <= 70)
  every(texts('//Ustrd'), 'R5', (text) => text.length <= 140)

  check('R6', all('//CdtTrfTxInf').length === amounts.length)
  every(
    amounts.map(({ content }) => content),
    'R6',
    (amount) => /^\d{1,9}\.\d\d$/.test(amount) && !/^0+\.00$/.test(amount),
  )

  const days = [...texts('//ReqdExctnDt/Dt'), ...texts('//ReqdExctnDt[not(*)]')]
  check('R7', days.length === 1)
  const instant = texts('//LclInstrm/Cd')
  every(days, 'R7', (day) => day >= outsideFacts.today && (instant.length > 0 || isWorkingDay(day)))

  check('R8', texts('//PmtInf/ChrgBr').join() === 'SLEV' && texts('//PmtTpInf/SvcLvl/Cd').join() === 'SEPA')
  check('R8', texts('//PmtMtd').join() === 'TRF' && instant.every((code) => code === 'INST'))
  check(
    'R8',
    amounts.every((amount) => amount.attr('Ccy')?.content === 'EUR') && texts('//DbtrAcct/Ccy').every((code) => code === 'EUR'),
  )

  check('R10', all('//AdrLine').length === 0)
  for (const address of all('//PstlAdr')) {
    check('R10', texts('TwnNm', address).length === 1 && texts('Ctry', address).length === 1)
  }

  const statements = texts('//Ustrd').flatMap((text) => text.match(/REL-\d{4}-\d{2}-\d+/g) ?? [])
  check(
    'R13',
    new Set(statements).size === statements.length && !statements.some((one) => outsideFacts.statementsUnderWay.includes(one)),
  )
  every(creditors, 'R14', (iban) => !outsideFacts.makersIbans.includes(iban))
  every(statements, 'R15', (statement) => !outsideFacts.heldOutStatements.includes(statement))
  every(creditors, 'R16', (iban) => !outsideFacts.refusedIbans.includes(iban))
  return [...broken].sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)))
}

function hasRightDigits(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return false
  const expected = lengths.get(iban.slice(0, 2))
  if (expected !== undefined && iban.length !== expected) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

function isWorkingDay(day: string): boolean {
  const name = new Date(`${day}T12:00:00Z`).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
  return !['Sat', 'Sun'].includes(name) && !closed.includes(day)
}

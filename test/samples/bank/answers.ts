import type {
  AccountReport,
  BankAmount,
  BankEntry,
  BankReason,
  BankTransaction,
  StatusReport,
} from '#money/bank-files/domain/bank-answer.ts'

/** Writes answers as banks do; the product only reads them. */

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const tag = (name: string, value: string | null | undefined) => (value ? `<${name}>${escaped(value)}</${name}>` : '')
const inside = (name: string, ...content: string[]) => (content.join('') === '' ? '' : `<${name}>${content.join('')}</${name}>`)
const euros = ({ currency, cents }: BankAmount, name: string) => {
  const digits = String(cents ?? 1234).padStart(3, '0')
  return `<${name} Ccy="${currency}">${digits.slice(0, -2)}.${digits.slice(-2)}</${name}>`
}

function documentOf(version: string, content: string): string {
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${version}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${content}</Document>`
}

const reasonXml = ({ code, info }: BankReason) =>
  inside('Rsn', tag('Cd', code)) + info.map((each) => tag('AddtlInf', each)).join('')

export function statusReportXml(report: StatusReport): string {
  const reasons = (all: readonly BankReason[]) => all.map((each) => inside('StsRsnInf', reasonXml(each))).join('')
  const groups = report.groups.map((group) =>
    inside(
      'OrgnlPmtInfAndSts',
      tag('OrgnlPmtInfId', group.paymentInfoId),
      tag('PmtInfSts', group.status),
      reasons(group.reasons),
      ...report.lines
        .filter(({ paymentInfoId }) => paymentInfoId === group.paymentInfoId)
        .map((line) =>
          inside(
            'TxInfAndSts',
            tag('OrgnlInstrId', line.instructionId),
            tag('OrgnlEndToEndId', line.endToEndId ?? 'NOTPROVIDED'),
            tag('TxSts', line.status),
            reasons(line.reasons),
            inside('OrgnlTxRef', inside('Amt', line.amount ? euros(line.amount, 'InstdAmt') : '')),
          ),
        ),
    ),
  )
  const original = [
    tag('OrgnlMsgId', report.originalMessageId),
    tag('OrgnlMsgNmId', 'pain.001.001.09'),
    tag('GrpSts', report.status),
    reasons(report.reasons),
  ]
  return documentOf(
    report.version,
    inside(
      'CstmrPmtStsRpt',
      inside(
        'GrpHdr',
        tag('MsgId', report.messageId),
        tag('CreDtTm', `${report.createdOn}T08:15:00+01:00`),
        inside('InitgPty', tag('Nm', report.sender)),
      ),
      inside('OrgnlGrpInfAndSts', ...original),
      ...groups,
    ),
  )
}

const kinds: Readonly<Record<string, readonly [message: string, part: string]>> = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
}

export function accountReportXml(report: AccountReport): string {
  const [message = '', part = ''] = kinds[report.version.slice(0, 8)] ?? []
  const number = Number(report.version.slice(-2))
  const created = tag('CreDtTm', `${report.createdOn}T08:15:00`)
  const accounts = [...new Set(report.entries.map(({ account }) => account))]
  const parts = accounts.map((account, index) =>
    inside(
      part,
      tag('Id', `${report.messageId}-${index}`.slice(-35)),
      created,
      report.period
        ? inside('FrToDt', tag('FrDtTm', `${report.period.from}T00:00:00`), tag('ToDtTm', `${report.period.to}T23:59:59`))
        : '',
      inside('Acct', inside('Id', tag('IBAN', account)), inside('Svcr', inside('FinInstnId', tag('Nm', report.sender)))),
      ...report.entries.filter((entry) => entry.account === account).map((entry) => entryXml(entry, number)),
    ),
  )
  return documentOf(report.version, inside(message, inside('GrpHdr', tag('MsgId', report.messageId), created), ...parts))
}

const transferCode = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>'

function entryXml(entry: BankEntry, version: number): string {
  const status = entry.isBooked ? 'BOOK' : 'PDNG'
  const batch = entry.batches.map(({ paymentInfoId, messageId, count, amount }) =>
    inside(
      'Btch',
      tag('MsgId', messageId),
      tag('PmtInfId', paymentInfoId),
      tag('NbOfTxs', count === null ? null : String(count)),
      amount ? euros(amount, 'TtlAmt') : '',
    ),
  )
  return inside(
    'Ntry',
    euros(entry.amount, 'Amt'),
    tag('CdtDbtInd', code(entry)),
    version < 7 ? tag('Sts', status) : inside('Sts', tag('Cd', status)),
    inside('BookgDt', tag('Dt', entry.bookedOn)),
    tag('AcctSvcrRef', entry.reference),
    transferCode,
    inside('NtryDtls', ...batch, ...entry.transactions.map((each) => transactionXml(each, version))),
  )
}

const code = ({ direction }: { direction: 'debit' | 'credit' }) => (direction === 'debit' ? 'DBIT' : 'CRDT')

function transactionXml(payment: BankTransaction, version: number): string {
  const amount = payment.amount ? euros(payment.amount, 'Amt') : ''
  const party = version < 8 ? tag('Nm', payment.party) : inside('Pty', tag('Nm', payment.party))
  return inside(
    'TxDtls',
    inside('Refs', tag('PmtInfId', payment.paymentInfoId), tag('EndToEndId', payment.endToEndId ?? 'NOTPROVIDED')),
    ...(version < 3 ? [inside('AmtDtls', inside('TxAmt', amount))] : [amount, tag('CdtDbtInd', code(payment))]),
    inside('RltdPties', inside(payment.direction === 'credit' ? 'Dbtr' : 'Cdtr', party)),
    inside(
      'RmtInf',
      ...payment.texts.map((each) => tag('Ustrd', each)),
      ...payment.references.map((each) => inside('Strd', inside('CdtrRefInf', tag('Ref', each)))),
    ),
    payment.returnReason ? inside('RtrInf', reasonXml(payment.returnReason)) : '',
  )
}

/** The same document with a prefix before each name. */
export function prefixed(xml: string, prefix: string): string {
  return xml.replace(/<(\/?)(?=[A-Za-z])/g, `<$1${prefix}:`).replace(' xmlns=', ` xmlns:${prefix}=`)
}

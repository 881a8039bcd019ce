import type { BankAnswer, BankEntry, StatusLine } from '../domain/bank-answer.ts'
import { BankFileError } from '../domain/bank-file-error.ts'
import { createdOn, entryName, readEntry } from './read-entry.ts'
import { readStatusHeader, readStatusLine, statusLineName } from './read-status-report.ts'
import { readElements, type XmlNode } from './xml-elements.ts'
import { dayAt, elementsAt, requiredTextAt, textAt } from './xml-values.ts'

/** Messages by the element that holds them, with the element that repeats in them. */
const messages: ReadonlyMap<string, string> = new Map([
  ['CstmrPmtStsRpt', statusLineName],
  ['BkToCstmrStmt', entryName],
  ['BkToCstmrDbtCdtNtfctn', entryName],
  ['BkToCstmrAcctRpt', entryName],
])

/** Versions that the tests read; others have the same elements where they matter. */
const knownVersions = new Set([
  ...['03', '10', '12'].map((version) => `pain.002.001.${version}`),
  ...['052', '053', '054'].flatMap((kind) => ['02', '04', '08'].map((version) => `camt.${kind}.001.${version}`)),
])

/**
 * Reads a bank's answer: a pain.002 status report, or a camt.052, camt.053 or camt.054 with booked entries, of any version and
 * with any prefixes, also inside an envelope. Throws a BankFileError for everything else.
 */
export async function readBankAnswer(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<BankAnswer> {
  const lines: StatusLine[] = []
  const entries: BankEntry[] = []
  const isSupplement = (element: XmlNode | null): boolean =>
    element !== null && (element.name === 'SplmtryData' || isSupplement(element.parent))

  const root = await readElements(bytes, (element) => {
    // Banks' own data may repeat any name.
    if (element.name !== entryName && element.name !== statusLineName) return false
    const message = messageAround(element)
    if (!message || messages.get(message.name) !== element.name || message.namespace !== element.namespace) return false
    if (isSupplement(element)) return false
    if (element.name === statusLineName) lines.push(readStatusLine(element))
    else entries.push(readEntry(element, createdOn(message)))
    return true
  })

  const message = messageIn(root)
  if (!message) throw new BankFileError('not_an_answer')
  const version = /[a-z]{4}\.\d{3}\.\d{3}\.\d{2}$/.exec(message.namespace)?.[0] ?? ''
  const about = {
    version,
    isKnownVersion: knownVersions.has(version),
    messageId: requiredTextAt(message, 'GrpHdr/MsgId'),
    createdOn: createdOn(message),
    sender: senderOf(message),
    period: periodOf(message),
  }
  if (messages.get(message.name) === statusLineName)
    return { kind: 'status_report', ...about, ...readStatusHeader(message), lines }
  const [first] = entries
  if (first && entries.every(({ amount }) => amount.currency !== 'EUR'))
    throw new BankFileError('currency', first.amount.currency)
  return { kind: 'account_report', ...about, entries }
}

function messageAround(element: XmlNode): XmlNode | null {
  if (messages.has(element.name)) return element
  return element.parent && messageAround(element.parent)
}

/** The message itself, or the one in an envelope. */
function messageIn(element: XmlNode): XmlNode | null {
  if (messages.has(element.name)) return element
  for (const child of element.children) {
    const message = messageIn(child)
    if (message) return message
  }
  return null
}

/** Parts of statements, reports and notifications: one for each account. */
const accountParts = ['Stmt', 'Rpt', 'Ntfctn']

const institution = (path: string) => ['Nm', 'BICFI', 'BIC'].map((name) => `${path}/FinInstnId/${name}`)

/** The bank that wrote a message: with an account its servicer, in a status report its agent or whoever initiated it. */
function senderOf(message: XmlNode): string | null {
  const agents = [...institution('GrpHdr/DbtrAgt'), 'GrpHdr/InitgPty/Nm', ...institution('GrpHdr/FwdgAgt')]
  return textAt(message, ...accountParts.flatMap((part) => institution(`${part}/Acct/Svcr`)), ...agents)
}

/** First and last day that the accounts of a message are reported for. */
function periodOf(message: XmlNode): { from: string; to: string } | null {
  const periods = accountParts.flatMap((part) => elementsAt(message, `${part}/FrToDt`))
  const days = periods.flatMap((period) => {
    const [from, to] = [dayAt(period, 'FrDtTm'), dayAt(period, 'ToDtTm')]
    if (from === null || to === null) throw new BankFileError('incomplete', 'FrToDt')
    return [from, to]
  })
  const [first, ...others] = days.toSorted()
  return first === undefined ? null : { from: first, to: others.at(-1) ?? first }
}

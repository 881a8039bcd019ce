import type { BankAmount, BankEntry, BankReason, BankTransaction, BookedBatch, Direction } from '../domain/bank-answer.ts'
import { BankFileError } from '../domain/bank-file-error.ts'
import { referenceAt } from './read-status-report.ts'
import type { XmlNode } from './xml-elements.ts'
import { amountAt, dayAt, elementsAt, requiredTextAt, textAt, textsAt } from './xml-values.ts'

/** Element of camt.05x that is read and forgotten one by one. */
export const entryName = 'Ntry'

/** ISO 20022 bank transaction sub-family of credit transfers that were returned. */
const returnedTransfer = 'RRTN'

/**
 * One entry of a statement, report or notification. Where versions differ, both forms are read: statuses and parties have an
 * element more since version 7 or 8. `createdOn` dates entries of notifications that have no booking date.
 */
export function readEntry(element: XmlNode, createdOn: string): BankEntry {
  const amount = amountAt(element, 'Amt')
  if (!amount) throw new BankFileError('incomplete', 'Ntry/Amt')
  const direction = directionAt(element) ?? missing('Ntry/CdtDbtInd')
  const details = elementsAt(element, 'NtryDtls')
  const payments = elementsAt(element, 'NtryDtls/TxDtls')
  const entry = {
    account: element.parent && textAt(element.parent, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'),
    reference: textAt(element, 'AcctSvcrRef', 'NtryRef'),
    direction,
    isBooked: textAt(element, 'Sts/Cd', 'Sts') === 'BOOK',
    amount,
    bookedOn: dayAt(element, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? createdOn,
    batches: details.flatMap((each) =>
      elementsAt(each, 'Btch').map((batch) => readBatch(batch, details.length === 1 ? amount : null)),
    ),
  }
  const indicator = textAt(element, 'RvslInd')
  const isReversal = indicator === 'true' || indicator === '1' || isReturnCode(element)
  const isOne = payments.length <= 1
  // What the bank says of an entry is about all of its payments.
  const of = { direction, amount: isOne ? amount : null, isReversal, texts: isOne ? textsAt(element, 'AddtlNtryInf') : [] }
  const [first, ...others] = payments
  return { ...entry, transactions: [readTransaction(first ?? element, of), ...others.map((each) => readTransaction(each, of))] }
}

function missing(what: string): never {
  throw new BankFileError('incomplete', what)
}

function directionAt(element: XmlNode): Direction | null {
  const code = textAt(element, 'CdtDbtInd')
  if (code !== null && code !== 'DBIT' && code !== 'CRDT') missing(`${element.name}/CdtDbtInd`)
  return code === null ? null : code === 'DBIT' ? 'debit' : 'credit'
}

function readBatch(batch: XmlNode, whole: BankAmount | null): BookedBatch {
  const count = textAt(batch, 'NbOfTxs')
  return {
    paymentInfoId: referenceAt(batch, 'PmtInfId'),
    messageId: referenceAt(batch, 'MsgId'),
    count: count !== null && /^\d{1,15}$/.test(count) ? Number(count) : null,
    amount: amountAt(batch, 'TtlAmt') ?? whole,
  }
}

interface Surrounding {
  readonly direction: Direction
  readonly amount: BankAmount | null
  readonly isReversal: boolean
  readonly texts: readonly string[]
}

function readTransaction(element: XmlNode, of: Surrounding): BankTransaction {
  const direction = directionAt(element) ?? of.direction
  const returnReason = reasonAt(element)
  return {
    direction,
    amount: element.name === entryName ? of.amount : bookedAmount(element, of.amount),
    endToEndId: referenceAt(element, 'Refs/EndToEndId'),
    paymentInfoId: referenceAt(element, 'Refs/PmtInfId'),
    isReturn: of.isReversal || returnReason !== null || isReturnCode(element),
    returnReason,
    party: partyAt(element, direction === 'credit' ? 'Dbtr' : 'Cdtr'),
    texts: [
      ...textsAt(element, 'RmtInf/Ustrd'),
      ...textsAt(element, 'RmtInf/Strd/AddtlRmtInf'),
      ...textsAt(element, 'AddtlTxInf'),
      ...of.texts,
    ],
    references: [...textsAt(element, 'RmtInf/Strd/CdtrRefInf/Ref'), ...textsAt(element, 'RmtInf/Strd/RfrdDocInf/Nb')],
  }
}

/** The payment's amount in euros as far as one is given; `whole` is the entry's, if this is its only payment. */
function bookedAmount(payment: XmlNode, whole: BankAmount | null): BankAmount | null {
  const stated = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'].map((path) => amountAt(payment, path))
  const amounts = [...stated, whole].filter((amount) => amount !== null)
  return amounts.find(({ currency }) => currency === 'EUR') ?? amounts[0] ?? null
}

function partyAt(element: XmlNode, role: 'Dbtr' | 'Cdtr'): string | null {
  return textAt(element, `RltdPties/${role}/Pty/Nm`, `RltdPties/${role}/Nm`)
}

function reasonAt(element: XmlNode): BankReason | null {
  const [returnInfo] = elementsAt(element, 'RtrInf')
  return returnInfo ? { code: textAt(returnInfo, 'Rsn/Cd', 'Rsn/Prtry'), info: textsAt(returnInfo, 'AddtlInf') } : null
}

function isReturnCode(element: XmlNode): boolean {
  return textAt(element, 'BkTxCd/Domn/Fmly/SubFmlyCd') === returnedTransfer
}

/** Day on which the file was made. */
export function createdOn(message: XmlNode): string {
  const [header] = elementsAt(message, 'GrpHdr')
  if (!header) throw new BankFileError('incomplete', 'GrpHdr')
  requiredTextAt(header, 'CreDtTm')
  return dayAt(header, 'CreDtTm') ?? missing('GrpHdr/CreDtTm')
}

import type { BankReason, StatusLine, StatusReport } from '../domain/bank-answer.ts'
import type { XmlNode } from './xml-elements.ts'
import { amountAt, elementsAt, requiredTextAt, textAt, textsAt } from './xml-values.ts'

/** Element of pain.002 that is read and forgotten one by one. */
export const statusLineName = 'TxInfAndSts'

/** One payment of a status report; the element's parent may name its group. */
export function readStatusLine(element: XmlNode): StatusLine {
  return {
    paymentInfoId: element.parent && textAt(element.parent, 'OrgnlPmtInfId'),
    instructionId: referenceAt(element, 'OrgnlInstrId'),
    endToEndId: referenceAt(element, 'OrgnlEndToEndId'),
    status: textAt(element, 'TxSts'),
    reasons: reasonsAt(element),
    amount: amountAt(element, 'OrgnlTxRef/Amt/InstdAmt'),
  }
}

/** What stands around the payments. */
export function readStatusHeader(message: XmlNode): Pick<StatusReport, 'originalMessageId' | 'status' | 'reasons' | 'groups'> {
  const [original = message] = elementsAt(message, 'OrgnlGrpInfAndSts')
  return {
    originalMessageId: requiredTextAt(message, 'OrgnlGrpInfAndSts/OrgnlMsgId'),
    status: textAt(original, 'GrpSts'),
    reasons: reasonsAt(original),
    groups: elementsAt(message, 'OrgnlPmtInfAndSts').map((group) => ({
      paymentInfoId: textAt(group, 'OrgnlPmtInfId'),
      status: textAt(group, 'PmtInfSts'),
      reasons: reasonsAt(group),
    })),
  }
}

function reasonsAt(element: XmlNode): BankReason[] {
  return elementsAt(element, 'StsRsnInf').map((reason) => ({
    code: textAt(reason, 'Rsn/Cd', 'Rsn/Prtry'),
    info: textsAt(reason, 'AddtlInf'),
  }))
}

/** Banks write NOTPROVIDED where they have no reference. */
export function referenceAt(element: XmlNode, path: string): string | null {
  const reference = textAt(element, path)
  return reference === 'NOTPROVIDED' ? null : reference
}

import { BankFileError } from '../domain/bank-file-error.ts'
import type { XmlNode } from './xml-elements.ts'
import { dayAt, elementsAt, textAt } from './xml-values.ts'

/** Parts of statements, reports and notifications: one for each account. */
const accountParts = ['Stmt', 'Rpt', 'Ntfctn']

const institution = (path: string) => ['Nm', 'BICFI', 'BIC'].map((name) => `${path}/FinInstnId/${name}`)

/** The bank that wrote a message: with an account its servicer, in a status report its agent or whoever initiated it. */
export function senderOf(message: XmlNode): string | null {
  const agents = [...institution('GrpHdr/DbtrAgt'), 'GrpHdr/InitgPty/Nm', ...institution('GrpHdr/FwdgAgt')]
  return textAt(message, ...accountParts.flatMap((part) => institution(`${part}/Acct/Svcr`)), ...agents)
}

/** First and last day that the accounts of a message are reported for. */
export function periodOf(message: XmlNode): { from: string; to: string } | null {
  const periods = accountParts.flatMap((part) => elementsAt(message, `${part}/FrToDt`))
  const days = periods.flatMap((period) => {
    const [from, to] = [dayAt(period, 'FrDtTm'), dayAt(period, 'ToDtTm')]
    if (from === null || to === null) throw new BankFileError('incomplete', 'FrToDt')
    return [from, to]
  })
  const [first, ...others] = days.toSorted()
  return first === undefined ? null : { from: first, to: others.at(-1) ?? first }
}

import type { Cents } from '#platform/domain/money.ts'
import { element, elementWith, type XmlElement, xmlDocument } from '#platform/domain/xml-element.ts'
import { bankText, maxBankName, maxRemittance } from './bank-text.ts'
import { batchCents, type PayoutAddress, type PayoutBatch, type PayoutFormat, type PayoutLine } from './payout-batch.ts'
import { isOutsideEea } from './sepa-countries.ts'

/** What differs between the two versions. */
const dialects: Readonly<Record<PayoutFormat, { bic: string; day: (day: string) => XmlElement | string; addresses: boolean }>> = {
  'pain.001.001.09': { bic: 'BICFI', day: (day) => element('Dt', day), addresses: true },
  'pain.001.001.03': { bic: 'BIC', day: (day) => day, addresses: false },
}

/**
 * The file for the bank: an ISO 20022 customer credit transfer initiation with one group of payments, UTF-8 without a mark. The
 * same batch gives the same bytes. Expects a batch that `checkPayoutFile` lets pass; throws a RangeError for amounts that are not
 * whole cents.
 */
export function payoutFile(batch: PayoutBatch): string {
  const { provider, lines } = batch
  const dialect = dialects[batch.format]
  const totals = [element('NbOfTxs', String(lines.length)), element('CtrlSum', decimals(batchCents(lines)))]
  const name = element('Nm', bankText(provider.name, maxBankName))
  const contract = provider.contractNumber && nested(['Id', 'OrgId', 'Othr'], element('Id', provider.contractNumber))
  const header = [
    element('MsgId', batch.messageId),
    element('CreDtTm', batch.createdAt),
    ...totals,
    element('InitgPty', name, contract),
  ]
  const payment = [
    element('PmtInfId', batch.messageId),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', String(batch.batchBooking)),
    ...totals,
    element('PmtTpInf', nested(['SvcLvl'], element('Cd', 'SEPA')), batch.instant && nested(['LclInstrm'], element('Cd', 'INST'))),
    element('ReqdExctnDt', dialect.day(batch.executeOn)),
    element('Dbtr', name),
    element('DbtrAcct', nested(['Id'], element('IBAN', provider.iban)), element('Ccy', 'EUR')),
    nested(['DbtrAgt', 'FinInstnId'], bankId(provider.bic, dialect.bic) ?? nested(['Othr'], element('Id', 'NOTPROVIDED'))),
    element('ChrgBr', 'SLEV'),
    ...lines.map((line) => transfer(line, dialect)),
  ]
  const message = element('CstmrCdtTrfInitn', element('GrpHdr', ...header), element('PmtInf', ...payment))
  return xmlDocument(elementWith('Document', { xmlns: `urn:iso:std:iso:20022:tech:xsd:${batch.format}` }, message))
}

function transfer(line: PayoutLine, dialect: (typeof dialects)[PayoutFormat]): XmlElement {
  const agent = bankId(line.bic, dialect.bic)
  const remittance = bankText(line.remittance, maxRemittance)
  const hasAddress = dialect.addresses && isOutsideEea(line.iban)
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('InstrId', line.instructionId), element('EndToEndId', line.endToEndId)),
    element('Amt', elementWith('InstdAmt', { Ccy: 'EUR' }, decimals(line.cents))),
    agent && nested(['CdtrAgt', 'FinInstnId'], agent),
    element('Cdtr', element('Nm', bankText(line.holder, maxBankName)), hasAddress && line.address && postalAddress(line.address)),
    nested(['CdtrAcct', 'Id'], element('IBAN', line.iban)),
    remittance !== '' && nested(['RmtInf'], element('Ustrd', remittance)),
  )
}

function postalAddress({ street, building, postcode, town, country }: PayoutAddress): XmlElement {
  const part = (name: string, value: string | null, max: number) => {
    const text = bankText(value ?? '', max)
    return text !== '' && element(name, text)
  }
  return element(
    'PstlAdr',
    part('StrtNm', street, 70),
    part('BldgNb', building, 16),
    part('PstCd', postcode, 16),
    part('TwnNm', town, 35),
    part('Ctry', country, 2),
  )
}

function bankId(bic: string | null, name: string): XmlElement | null {
  return bic === null ? null : element(name, bic)
}

/** Elements around one, from the outermost to the innermost. */
function nested(names: readonly string[], content: XmlElement): XmlElement {
  return names.reduceRight((inner, name) => element(name, inner), content)
}

/** 264000 -> '2640.00' */
function decimals(cents: Cents): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not in whole cents: ${cents}`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

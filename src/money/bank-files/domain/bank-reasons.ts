import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { BankReason, BankReasons } from './bank-answer.ts'

/** ISO 20022 external status and return reason codes that occur with SEPA credit transfers, for the provider's staff. */
const reasons: Readonly<Record<string, string>> = texts({
  AB05: m.reasonAB05,
  AB06: m.reasonAB06,
  AB08: m.reasonAB08,
  AB09: m.reasonAB09,
  AB10: m.reasonAB10,
  AC01: m.reasonAC01,
  AC02: m.reasonAC02,
  AC03: m.reasonAC03,
  AC04: m.reasonAC04,
  AC06: m.reasonAC06,
  AC07: m.reasonAC07,
  AC13: m.reasonAC13,
  AC14: m.reasonAC14,
  AC15: m.reasonAC15,
  AC16: m.reasonAC16,
  AC17: m.reasonAC17,
  AG01: m.reasonAG01,
  AG02: m.reasonAG02,
  AG03: m.reasonAG03,
  AG09: m.reasonAG09,
  AG10: m.reasonAG10,
  AG11: m.reasonAG11,
  AGNT: m.reasonAGNT,
  AM01: m.reasonAM01,
  AM02: m.reasonAM02,
  AM03: m.reasonAM03,
  AM04: m.reasonAM04,
  AM05: m.reasonAM05,
  AM06: m.reasonAM06,
  AM07: m.reasonAM07,
  AM09: m.reasonAM09,
  AM10: m.reasonAM10,
  AM14: m.reasonAM14,
  AM18: m.reasonAM18,
  AM23: m.reasonAM23,
  ARDT: m.reasonARDT,
  BE01: m.reasonBE01,
  BE04: m.reasonBE04,
  BE05: m.reasonBE05,
  BE06: m.reasonBE06,
  BE07: m.reasonBE07,
  BE08: m.reasonBE08,
  BE16: m.reasonBE16,
  BE17: m.reasonBE17,
  CH03: m.reasonCH03,
  CH17: m.reasonCH17,
  CNOR: m.reasonCNOR,
  CURR: m.reasonCURR,
  CUST: m.reasonCUST,
  DNOR: m.reasonDNOR,
  DS02: m.reasonDS02,
  DS0H: m.reasonDS0H,
  DT01: m.reasonDT01,
  DT06: m.reasonDT06,
  DU01: m.reasonDU01,
  DU02: m.reasonDU02,
  DU03: m.reasonDU03,
  DU04: m.reasonDU04,
  DUPL: m.reasonDUPL,
  ED05: m.reasonED05,
  ERIN: m.reasonERIN,
  FF01: m.reasonFF01,
  FF05: m.reasonFF05,
  FOCR: m.reasonFOCR,
  FR01: m.reasonFR01,
  FRAD: m.reasonFR01,
  MD06: m.reasonMD06,
  MD07: m.reasonMD07,
  MS02: m.reasonMS02,
  MS03: m.reasonMS03,
  NARR: m.reasonNARR,
  NOAS: m.reasonNOAS,
  NOOR: m.reasonNOOR,
  RC01: m.reasonRC01,
  RC03: m.reasonRC03,
  RC04: m.reasonRC04,
  RC07: m.reasonRC07,
  RF01: m.reasonRF01,
  RR01: m.reasonRR01,
  RR02: m.reasonRR02,
  RR03: m.reasonRR03,
  RR04: m.reasonRR04,
  RR07: m.reasonRR07,
  RR09: m.reasonRR09,
  RR12: m.reasonRR12,
  SL01: m.reasonSL01,
  SL02: m.reasonSL02,
  TECH: m.reasonTECH,
  TM01: m.reasonTM01,
  UPAY: m.reasonUPAY,
})

/** 'AC04 : Compte clos (account closed 2026)'. Codes that the table lacks stand for themselves. */
export function bankReasonText({ code, info }: BankReason): string {
  const meaning =
    code === null
      ? m.reasonMS03()
      : m.codedReason({ code, meaning: (Object.hasOwn(reasons, code) ? reasons[code] : null) ?? m.ownReason() })
  return info.length > 0 ? `${meaning} (${info.join(' ')})` : meaning
}

/** Codes that say of an account that nothing can be paid to it: another transfer would come back as well. */
const accountCodes: ReadonlySet<string> = new Set([
  'AC01',
  'AC03',
  'AC04',
  'AC06',
  'AC07',
  'AC14',
  'AC15',
  'AC16',
  'AC17',
  'AG01',
  'BE06',
  'MD07',
  'RC04',
  'RC07',
])

/** Whether the bank refuses the account itself, and not this one transfer. */
export function refusesAccount(reasons: readonly BankReason[]): boolean {
  return reasons.some(({ code }) => code !== null && accountCodes.has(code))
}

/** The reasons of one transfer in words, within `max` characters. */
export function bankReasonsText(reasons: readonly BankReason[], max: number): string {
  const all = (reasons.length > 0 ? reasons : [{ code: null, info: [] }]).map(bankReasonText).join(m.blockSeparator())
  return all.length > max ? `${all.slice(0, max - 1)}…` : all
}

/** Length of a reason in words. */
export const maxReasonLength = 500

/** Reasons that are stored of one transfer, and letters of each text of the bank. */
const maxReasons = 10
const maxInfo = 140

/** What is stored of a bank's reasons: codes, and the bank's own words. */
export const keptReasons = (reasons: BankReasons): BankReasons =>
  reasons.slice(0, maxReasons).map(({ code, info }) => ({
    code: code?.slice(0, maxInfo) ?? null,
    info: info.slice(0, maxReasons).map((text) => text.slice(0, maxInfo)),
  }))

/** Why a transfer came back: what the bank gave, else what staff typed. */
export interface TransferReason {
  readonly reason: string | null
  readonly bankReasons: BankReasons | null
}

/** Why a transfer came back, for whoever reads it; null if it did not. */
export const transferReasonText = ({ reason, bankReasons }: TransferReason): string | null =>
  bankReasons ? bankReasonsText(bankReasons, maxReasonLength) : reason

/** The same as a payout's event tells it: the reason is empty where the bank gave its own. */
export interface RejectedBecause {
  readonly reason: string
  readonly bankReasons?: BankReasons
}

export const rejectedText = ({ reason, bankReasons }: RejectedBecause): string =>
  bankReasons ? bankReasonsText(bankReasons, maxReasonLength) : reason

/** Codes of the table, for its tests. */
export const bankReasonCodes: readonly string[] = Object.keys(reasons)

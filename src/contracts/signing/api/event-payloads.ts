import type { ContractStatus } from '#contracts/contracts/domain.ts'
import type { Payload } from '#platform/api/event-payload.ts'

type View = Payload<null, { readonly viewId: string }>
type Code = Payload<null, { readonly codeId: string }>
type RefusedCode = Payload<null, { readonly codeId: string; readonly triesLeft: number }>

/** The steps of a contract from its opening to the counter-signature. */
export interface SigningEventPayloads {
  'contract.opened': Payload
  'contract.document_opened': View
  'contract.document_downloaded': View
  'contract.link_opened': View
  'contract.code_sent': Code
  'contract.code_refused': RefusedCode
  'contract.declined': Payload<null, { readonly reason: string }>
  'contract.signed': Payload<
    { readonly status: ContractStatus },
    { readonly status: ContractStatus; readonly signingMethod: 'electronic'; readonly fileId: string }
  >
  'countersignature.code_sent': Payload
  'contract.countersign_code_sent': Code
  'contract.countersign_code_refused': RefusedCode
  'contract.countersigned': Payload<null, { readonly fileId: string }>
}

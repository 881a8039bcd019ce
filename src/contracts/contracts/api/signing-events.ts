import { event } from '#platform/api/events.ts'
import type { ContractStatus } from '../domain/contracts.ts'

const view = event<null, { readonly viewId: string }>('contract')
const code = event<null, { readonly codeId: string }>('contract')
const refusedCode = event<null, { readonly codeId: string; readonly triesLeft: number }>('contract')

/** The steps of a contract from its opening to the counter-signature. */
export const signingEvents = {
  'contract.opened': event('contract'),
  'contract.document_opened': view,
  'contract.document_downloaded': view,
  'contract.link_opened': view,
  'contract.code_sent': event<null, { readonly codeId: string }>('contract', { isUrgent: true }),
  'contract.code_refused': refusedCode,
  'contract.declined': event<null, { readonly reason: string }>('contract'),
  'contract.signed': event<
    { readonly status: ContractStatus },
    { readonly status: ContractStatus; readonly signingMethod: 'electronic'; readonly fileId: string }
  >('contract', { changesAccessOf: 'company' }),
  'countersignature.code_sent': event('code', { isUrgent: true }),
  'contract.countersign_code_sent': code,
  'contract.countersign_code_refused': refusedCode,
  'contract.countersigned': event<null, { readonly fileId: string }>('contract'),
}

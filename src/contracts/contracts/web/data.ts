import { uploadFile } from '#access/web/upload.ts'
import type { WrittenLanguage } from '#platform/domain/languages.ts'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { contractRoutes } from '../api/contracts.ts'
import type { ContractType } from '../domain/contracts.ts'

export const contractsQuery = listQuery((query) => ['contracts', 'list', query], contractRoutes.listContracts)

/** The lists of contracts are read again. */
export const readAgain = () => queryClient.invalidateQueries({ queryKey: ['contracts'] })

interface NewContract {
  readonly partnerId: string
  readonly title: string
  readonly contractType: ContractType
  readonly language: WrittenLanguage
  readonly document: { readonly uploadId: string } | { readonly url: string }
}

export async function assignContract({ document, ...body }: NewContract): Promise<void> {
  const source = 'url' in document ? { kind: 'link' as const, ...document } : { kind: 'file' as const, ...document }
  await call(contractRoutes.assignContract, { body: { ...body, document: source } })
  await readAgain()
}

export async function validateContract(id: string): Promise<void> {
  await call(contractRoutes.validateContract, { params: { id } }).finally(readAgain)
}

export async function revokeContract(id: string, reason: string): Promise<void> {
  await call(contractRoutes.revokeContract, { params: { id }, body: { reason } }).finally(readAgain)
}

export async function deleteContract(id: string): Promise<void> {
  await call(contractRoutes.deleteContract, { params: { id } })
  await readAgain()
}

/** Uploads a scan, then keeps it with a contract that was validated by hand. */
export async function attachScan(
  id: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { id: uploadId } = await uploadFile('scan', file, onProgress, signal)
  await call(contractRoutes.attachScan, { params: { id }, body: { uploadId } })
  await readAgain()
}

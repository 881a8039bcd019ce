import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { uploadFile } from '#access/web/upload.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type Resource, resourceRoutes } from '../api/resources.ts'
import type { ResourceCategory } from '../domain.ts'

export const resourcesQuery = (category: ResourceCategory) =>
  infiniteQueryOptions({
    queryKey: ['resources', 'list', category],
    queryFn: ({ pageParam, signal }) =>
      call(resourceRoutes.listResources, { query: { category, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

interface ResourceFields {
  readonly title: string
  readonly description: string
  readonly category: ResourceCategory
  readonly minTierId: string | null
}

type ChosenDocument = { readonly file: File } | { readonly url: string }

interface Upload {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads the file, if there is one. */
async function sendDocument(document: ChosenDocument, { onProgress, signal }: Upload) {
  if (!('file' in document)) return { kind: 'link' as const, url: document.url }
  return { kind: 'file' as const, uploadId: (await uploadFile('resource', document.file, onProgress, signal)).id }
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['resources'] })

export async function addResource(
  { document, ...body }: ResourceFields & { readonly document: ChosenDocument },
  upload: Upload,
): Promise<void> {
  await call(resourceRoutes.addResource, { body: { ...body, document: await sendDocument(document, upload) } })
  await readAgain()
}

/** A document that replaces this version, and what changed. */
interface Replacement {
  readonly document: ChosenDocument
  readonly note: string
  readonly version: number
}

interface EditedFields extends ResourceFields {
  /** What was seen. */
  readonly expected: Pick<ResourceFields, 'title' | 'description'>
}

export async function editResource(
  id: string,
  { replacement, ...body }: EditedFields & { readonly replacement: Replacement | null },
  upload: Upload,
): Promise<void> {
  const next = replacement && { ...replacement, document: await sendDocument(replacement.document, upload) }
  await call(resourceRoutes.editResource, { params: { id }, body: { ...body, ...(next ? { replacement: next } : {}) } })
  await readAgain()
}

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['resources', 'versions', id],
    queryFn: ({ signal }) => call(resourceRoutes.resourceVersions, { params: { id }, signal }),
  })

/** Takes the mark from what a partner opens. A failure is not told: the mark is there again with the next read. */
export function noteOpened({ id, mark }: Pick<Resource, 'id' | 'mark'>): void {
  if (mark) call(resourceRoutes.openResource, { params: { id } }).then(readAgain, () => {})
}

export async function deleteResource(id: string): Promise<void> {
  await call(resourceRoutes.deleteResource, { params: { id } })
  await readAgain()
}

import { infiniteQueryOptions } from '@tanstack/react-query'
import { resourceRoutes } from '#api/resources.ts'
import type { ResourceCategory } from '#domain/resources.ts'
import { call } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'
import { uploadFile } from '../app/upload.ts'

export const resourcesQuery = (category: ResourceCategory) =>
  infiniteQueryOptions({
    queryKey: ['resources', 'list', category],
    queryFn: ({ pageParam, signal }) =>
      call(resourceRoutes.listResources, { query: { category, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

interface NewResource {
  readonly title: string
  readonly description: string
  readonly category: ResourceCategory
  readonly minTierId: string | null
  readonly document: { readonly file: File } | { readonly url: string }
}

/** Uploads the file, if there is one, then adds the resource. */
export async function addResource(
  { document, ...body }: NewResource,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent =
    'file' in document
      ? { kind: 'file' as const, uploadId: (await uploadFile('resource', document.file, onProgress, signal)).id }
      : { kind: 'link' as const, url: document.url }
  await call(resourceRoutes.addResource, { body: { ...body, document: sent } })
  await queryClient.invalidateQueries({ queryKey: ['resources'] })
}

export async function deleteResource(id: string): Promise<void> {
  await call(resourceRoutes.deleteResource, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: ['resources'] })
}

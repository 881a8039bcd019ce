import { useState } from 'react'
import { notSent } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'

interface PreviewRead<T> {
  readonly data: T | undefined
  readonly isFetching: boolean
  readonly refetch: () => Promise<{ readonly data: T | undefined }>
}

/**
 * A change that is confirmed by what its preview showed. Where that is not so any more, the preview is read again and nothing is
 * sent: whoever confirms has to see it first.
 */
export function useConfirmedPreview<T extends { readonly state: string }>({ data, isFetching, refetch }: PreviewRead<T>) {
  const [newState, setNewState] = useState<string | null>(null)
  return {
    state: data?.state ?? '',
    isReady: data !== undefined && !isFetching,
    /** What is shown was read again because of a change by somebody else. */
    wasOutdated: data !== undefined && data.state === newState,
    confirm: async (send: () => Promise<unknown>) => {
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'preview_outdated') throw error
        const read = await refetch()
        setNewState(read.data?.state ?? null)
        return notSent
      }
    },
  }
}

import { sha256Of } from '#platform/web/app/requests/sha256.ts'

/** Why a document cannot be displayed. */
export type ReaderProblem = 'unreachable' | 'changed' | 'password' | 'damaged'

export class UnreadableDocument extends Error {
  readonly problem: ReaderProblem

  constructor(problem: ReaderProblem) {
    super(problem)
    this.problem = problem
  }
}

interface DocumentRequest {
  readonly url: string
  /** Expected SHA-256 of the document to sign; null if unknown. */
  readonly sha256: string | null
  /** 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Downloads a document and verifies its hash, so that the displayed document is the one to be signed. */
export async function fetchDocument({ url, sha256, onProgress, signal }: DocumentRequest): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await fetchBlob(url, onProgress, signal)
  if (sha256 && (await sha256Of(blob)) !== sha256) throw new UnreadableDocument('changed')
  return new Uint8Array(await blob.arrayBuffer())
}

async function fetchBlob(url: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(url, { signal })
    if (!response.ok || !response.body) throw new UnreadableDocument('unreachable')
    const size = Number(response.headers.get('content-length') ?? 0)
    const pieces: Uint8Array<ArrayBuffer>[] = []
    let read = 0
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) return new Blob(pieces)
      pieces.push(value)
      read += value.length
      if (size > 0) onProgress(Math.min(1, read / size))
    }
  } catch (error) {
    if (signal.aborted || error instanceof UnreadableDocument) throw error
    throw new UnreadableDocument('unreachable')
  }
}

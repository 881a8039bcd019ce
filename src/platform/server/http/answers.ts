import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#platform/api/route.ts'
import { type DownloadOptions, type StoredFile, sendFile } from '#platform/server/files/download.ts'
import type { Portal } from '#platform/server/portal.ts'

/** A file of the store, or one that was made for this answer. */
export type FileAnswer =
  | (DownloadOptions & { readonly file: StoredFile })
  | { readonly content: Buffer | string; readonly mediaType: string }

export interface CsvAnswer {
  readonly fileName: string
  readonly table: Readable
}

export interface ZipAnswer {
  readonly fileName: string
  readonly zip: Readable
  /** The size in bytes, by which a browser notices an incomplete download. */
  readonly size: number
}

export interface JsonLinesAnswer {
  readonly fileName: string
  readonly lines: Readable
}

/** The value that a handler returns for each kind of answer other than JSON. */
export interface Answers {
  readonly file: FileAnswer
  readonly csv: CsvAnswer
  readonly zip: ZipAnswer
  readonly jsonLines: JsonLinesAnswer
  /** The address to redirect to. */
  readonly redirect: string
  /** The handler has taken the connection over. */
  readonly eventStream: undefined
}

/** Sends what a handler gave back, and calls `finish` once nothing more is read for it. */
export async function sendAnswer(
  portal: Pick<Portal, 'files'>,
  { answer: kind }: Pick<Route, 'answer'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  finish: () => void,
): Promise<FastifyReply> {
  if (kind === 'csv') {
    const { fileName, table } = answer as CsvAnswer
    return sendMade(request, reply.type('text/csv; charset=utf-8'), fileName, table, finish)
  }
  if (kind === 'jsonLines') {
    const { fileName, lines } = answer as JsonLinesAnswer
    return sendMade(request, reply.type('application/jsonl; charset=utf-8'), fileName, lines, finish)
  }
  if (kind === 'zip') {
    const { fileName, zip, size } = answer as ZipAnswer
    return sendMade(request, reply.type('application/zip').header('content-length', size), fileName, zip, finish)
  }
  finish()
  if (kind === 'eventStream') return reply
  if (kind === 'redirect') return reply.redirect(answer as string)
  if (kind !== 'file') return reply.send(answer)
  const file = answer as FileAnswer
  return 'file' in file ? sendFile(portal, request, reply, file.file, file) : reply.type(file.mediaType).send(file.content)
}

/** Sends a file that is made while it is sent. */
function sendMade(request: FastifyRequest, reply: FastifyReply, fileName: string, content: Readable, finish: () => void) {
  reply.header('content-disposition', `attachment; filename="${fileName}"`).header('cache-control', 'private, no-store')
  content.once('close', finish)
  if (request.method !== 'HEAD') return reply.send(content)
  content.destroy()
  return reply.send(Readable.from([]))
}

/** The ids of an answer, and whether something was created. */
export function idsAlone(reply: FastifyReply, answer: unknown): unknown {
  reply.serializer(JSON.stringify)
  return idsOf(answer)
}

/** A record's own id, or those of the records in an answer that is none itself. */
function idsOf(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  if ('id' in value) return { id: value.id }
  const entries = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    if (name === 'created') return [[name, part]]
    const inner = idsOf(part)
    return Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(entries)
}

import { Readable } from 'node:stream'
import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { fileKinds } from '#platform/domain/files.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { fileName } from '#platform/domain/typed-text.ts'
import { m } from '#platform/messages/messages.ts'
import type { Files } from '#platform/server/db/schema.generated.ts'
import { hasVersion } from '#platform/server/http/etag.ts'
import type { Portal } from '#platform/server/portal.ts'
import { fileKey } from './store.ts'

/** Longest name in characters: encoded, it keeps the header within the limits of proxies. */
const maxNameLength = 150

export type StoredFile = Pick<Selectable<Files>, 'id' | 'purpose' | 'name' | 'kind' | 'sha256' | 'size'>

/**
 * What a stored file may do in a browser that shows it: nothing. A PDF that is shown keeps out of the sandbox, in which
 * browsers' own viewers do not work.
 */
const nothing =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export interface DownloadOptions {
  /** Whether browsers may display the file in place of saving it: PDFs and pictures. */
  readonly inline?: boolean
  readonly cache?: string
}

/**
 * Streams a stored file, or the one range of it that was asked for; PDFs and pictures can be shown in the page. Unless
 * `cache` says more, a browser keeps it and asks each time whether it may still show it.
 */
export async function sendFile(
  portal: Pick<Portal, 'files'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  options: DownloadOptions,
): Promise<FastifyReply> {
  // Its record stayed without it: nothing else has no bytes.
  if (file.size === 0) throw new Refusal('not_found', m.fileNotKept())
  const { mime, extension } = fileKinds[file.kind]
  const shown = options.inline && /^(image\/|application\/pdf)/.test(mime)
  const etag = `"${file.sha256}"`
  reply
    .header('content-disposition', create(withExtension(file.name, extension), { type: shown ? 'inline' : 'attachment' }))
    .header('content-security-policy', shown && file.kind === 'pdf' ? `${nothing}; object-src 'self'` : `${nothing}; sandbox`)
    .header('cache-control', options.cache ?? 'private, no-cache')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
  if (hasVersion(request, etag)) return reply.code(304).send()
  const range = parseRange(request, file.size, etag)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const content = request.method === 'HEAD' ? Readable.from([]) : await portal.files.read(fileKey(file), range ?? undefined)
  reply.type(mime).header('content-length', range ? range.end - range.start + 1 : file.size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply.send(content)
}

/** The name a person gave the file, with the extension of what it really is, and nothing that hides or moves it. */
function withExtension(name: string, extension: string): string {
  const plain = fileName(name)
  const base = [...plain].slice(0, maxNameLength).join('').replace(/^\.+/, '')
  const own = extension === 'jpg' ? /\.jpe?g$/i.test(base) : base.toLowerCase().endsWith(`.${extension}`)
  return own ? base : `${base}.${extension}`
}

/** One byte range (RFC 9110, section 14); several at once, another unit or a range of an older content get the whole file. */
function parseRange(
  request: FastifyRequest,
  size: number,
  etag: string,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  if (!match || request.method !== 'GET' || (request.headers['if-range'] ?? etag) !== etag) return null
  const [, from = '', to = ''] = match
  if ((from === '' && to === '') || (from !== '' && to !== '' && Number(from) > Number(to))) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

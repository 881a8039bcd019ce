import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { Actor } from '#access/domain/actor.ts'
import type { PayoutBatch } from '#money/bank-files/domain/payout-batch.ts'
import { payoutFile } from '#money/bank-files/domain/payout-file.ts'
import { payoutTable } from '#money/bank-files/domain/payout-table.ts'
import { csvMark } from '#platform/domain/csv.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { storeFile } from '#platform/server/files/commands.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { csvRecords } from '#platform/server/http/lists/csv-export.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { decrypt, encrypt } from '#platform/server/secrets/encryption.ts'
import type { FileContent } from '../api.ts'
import { m } from '../messages/messages.ts'

const purpose = 'payout-file'
const hash = (content: string) => createHash('sha256').update(content).digest('hex')

/** Both forms of a file, as they were when it was made. */
interface Forms {
  readonly xml: string
  readonly csv: string
}

export interface StoredPayoutFile {
  /** Id of the payout file to which the stored bytes are bound. */
  readonly id: string
  readonly fileId: string
  /** It is that of the file for the bank, not of what is stored. */
  readonly sha256: string
  readonly xml: string
}

/** Writes the batch as a file for the bank and as a table, and stores both encrypted; unclaimed they go after a day. */
export async function storePayoutFile(portal: Portal, actor: Actor, batch: PayoutBatch): Promise<StoredPayoutFile> {
  const [id, fileId] = [newId(), newId()]
  const forms: Forms = { xml: payoutFile(batch), csv: csvMark + csvRecords(payoutTable(batch)) }
  const sealed = Buffer.from(encrypt(portal.config.secret, purpose, id, JSON.stringify(forms)))
  const name = nameOf(batch.messageId, 'xml')
  const row = { id: fileId, purpose: 'payout', name, kind: 'xml', size: sealed.length, sha256: hash(sealed.toString()) } as const
  await storeFile(portal, actor, { ...row, inspection: null }, Readable.from([sealed]))
  return { id, fileId, sha256: hash(forms.xml), xml: forms.xml }
}

interface FileContentRow {
  readonly id: string
  readonly message_id: string
  readonly file_id: string
  readonly sha256: string
}

/** One form of a stored file, as it was made. Refuses `payout_file_unreadable` if it cannot be decrypted any more. */
export async function readPayoutFile(
  { config, files }: Pick<Portal, 'config' | 'files'>,
  row: FileContentRow,
  as: 'xml' | 'csv',
): Promise<FileContent> {
  const sealed = await textOf(await files.read(fileKey({ id: row.file_id, purpose: 'payout' })))
  const forms = opened(config.secret, row.id, sealed)
  if (hash(forms.xml) !== row.sha256) throw new Error(`the file ${row.message_id} is not what was made`)
  return contentOf(row.message_id, as, forms[as])
}

function opened(secret: string, id: string, sealed: string): Forms {
  try {
    return JSON.parse(decrypt(secret, purpose, id, sealed)) as Forms
  } catch {
    const why = m.fileUnreadable()
    throw new Refusal('payout_file_unreadable', why)
  }
}

export function contentOf(messageId: string, as: 'xml' | 'csv', text: string): FileContent {
  return { name: nameOf(messageId, as), mediaType: as === 'xml' ? 'application/xml' : 'text/csv', text }
}

function nameOf(messageId: string, extension: string): string {
  return `${messageId}.${extension}`
}

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { BankAnswer } from '#money/bank-files/domain/bank-answer.ts'
import { BankFileError } from '#money/bank-files/domain/bank-file-error.ts'
import { readInProcess } from '#money/bank-files/server/read-in-process.ts'
import { maxBankFileBytes } from '#money/bank-files/server/xml-elements.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

/** A bank's answer as it came in. */
export interface ReceivedAnswer {
  readonly answer: BankAnswer
  /** The hash of the bytes, in hex. */
  readonly sha256: string
}

/**
 * Reads a bank's answer from the body of a request without keeping it. It is received whole before a process reads it, so that
 * a slow line keeps none from others. Refuses `bank_file_unreadable` with a sentence for staff, and what it is in
 * `facts.problem`, and `inspection_unavailable`. The rest of a refused body is drained: clients read the answer only after
 * sending.
 */
export async function receiveAnswer(body: IncomingMessage): Promise<ReceivedAnswer> {
  try {
    const bytes = await readBytes(body)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { answer: await readInProcess(bytes), sha256 }
  } catch (error) {
    if (body.destroyed && !body.complete) throw new Refusal('malformed_request', m.uploadBrokeOff())
    body.resume()
    if (!(error instanceof BankFileError)) throw error
    throw new Refusal('bank_file_unreadable', error.message, { facts: { problem: error.code } })
  }
}

async function readBytes(body: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxBankFileBytes) throw new BankFileError('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}

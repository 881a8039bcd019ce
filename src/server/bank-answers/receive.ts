import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { BankAnswer } from '#domain/bank/bank-answer.ts'
import { BankFileError } from '#domain/bank/bank-file-error.ts'
import { Refusal } from '#domain/refusal.ts'
import { readBankAnswer } from '../bank-files/read-bank-answer.ts'

/** A bank's answer as it came in. */
export interface ReceivedAnswer {
  readonly answer: BankAnswer
  /** Of the bytes, in hex. */
  readonly sha256: string
}

/**
 * Reads a bank's answer from the body of a request, piece by piece and without keeping it. Refuses `bank_file_unreadable` with
 * a sentence for staff, and what it is in `facts.problem`. The rest of a refused body is drained: clients read the answer only
 * after sending.
 */
export async function receiveAnswer(body: IncomingMessage): Promise<ReceivedAnswer> {
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const answer = await readBankAnswer(hashed(body.iterator({ destroyOnReturn: false })))
    return { answer, sha256: hash.digest('hex') }
  } catch (error) {
    if (body.destroyed && !body.complete) throw new Refusal('malformed_request', 'The upload broke off: nothing was changed.')
    body.resume()
    if (!(error instanceof BankFileError)) throw error
    throw new Refusal('bank_file_unreadable', error.message, { facts: { problem: error.code } })
  }
}

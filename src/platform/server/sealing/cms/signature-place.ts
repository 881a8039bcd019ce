import { createHash, randomBytes, randomInt } from 'node:crypto'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core'
import type { SealKey } from '../keys/seal-key.ts'
import { signCms, type Timestamp } from './cms.ts'

/** Reserved bytes: fits an RSA-4096 signature, its attributes and a time-stamp token with a long chain. */
const room = { fixed: 3 * 1024, token: 24 * 1024 }

/**
 * Placeholder of a signature: its dictionary, with random marks to locate it in the written file. Documents may contain
 * look-alike placeholders, but cannot predict the marks.
 */
export class SignaturePlace {
  readonly dict: PdfDict
  /** Ten-digit placeholders, long enough for any offset. */
  readonly #marks = [0, ...Array.from({ length: 3 }, () => randomInt(1e9, 1e10))]
  readonly #contents: string

  constructor(options: { reason: string; now: Date; key: SealKey; timestamped: boolean }) {
    const certificates = options.key.chain.reduce((sum, { length }) => sum + length, 0)
    const size = certificates + room.fixed + (options.timestamped ? room.token : 0)
    this.#contents = `<${randomBytes(32)
      .toString('hex')
      .toUpperCase()
      .padEnd(2 * size, '0')}>`
    this.dict = PdfDict.of({
      Type: PdfName.of('Sig'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of('ETSI.CAdES.detached'),
      ByteRange: new PdfArray(this.#marks.map((mark) => PdfNumber.of(mark))),
      Contents: PdfString.fromHex(this.#contents.slice(1, -1)),
      M: PdfString.fromString(pdfTime(options.now)),
      Reason: PdfString.fromString(options.reason),
    })
  }

  /** Signs the file except the placeholder, in place; `from` is the offset of the newest revision. */
  async fill(file: Buffer, from: number, key: SealKey, timestamp: Timestamp | null): Promise<void> {
    const start = file.indexOf(this.#contents, from, 'latin1')
    const mark = `[${this.#marks.join(' ')}]`
    const range = file.indexOf(mark, from, 'latin1')
    if (start === -1 || range === -1) throw new Error('the place for the signature is not in the written file')
    const end = start + this.#contents.length
    file.write(`[0 ${start} ${end} ${file.length - end}`.padEnd(mark.length - 1).concat(']'), range, 'latin1')
    const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest()
    const signature = (await signCms(digest, key, timestamp)).toString('hex')
    if (signature.length > this.#contents.length - 2) throw new Error('the signature is larger than its place')
    file.write(`<${signature.padEnd(this.#contents.length - 2, '0')}>`, start, 'latin1')
  }
}

/** Formats a PDF date in UTC. */
function pdfTime(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
}

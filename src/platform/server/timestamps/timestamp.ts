import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { fromBER, type Sequence } from 'asn1js'
import { ContentInfo, CryptoEngine, SignedData, TimeStampResp, TSTInfo } from 'pkijs'
import { der, octets, sequence, sha256Algorithm, smallInteger } from './der.ts'

/** The signer waits for this request. */
const answerWithinMs = 5000
const maxAnswerBytes = 64 * 1024
const granted = [0, 1]
/** Passed to every call: the PDF library sets an engine for the whole process, which cannot check tokens. */
const engine = new CryptoEngine({ name: 'node', crypto: webcrypto as typeof globalThis.crypto })

/** The authority returned no valid token; sealing continues without one. */
export class TimestampUnavailable extends Error {}

/** Requests an RFC 3161 time stamp for the SHA-256 of these bytes and verifies that the response matches. */
export async function timestampOf(url: string, signature: Uint8Array): Promise<Uint8Array> {
  try {
    const nonce = Buffer.concat([Buffer.from([0x40]), randomBytes(15)])
    const digest = createHash('sha256').update(signature).digest()
    const request = sequence(
      smallInteger(1),
      sequence(sha256Algorithm, octets(digest)),
      der(0x02, nonce),
      der(0x01, Buffer.from([0xff])),
    )
    const token = readToken(await ask(url, request))
    await check(token, signature, nonce)
    return token
  } catch (error) {
    throw new TimestampUnavailable((error as Error).message, { cause: error })
  }
}

async function ask(url: string, request: Buffer): Promise<Buffer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(request),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  })
  if (!response.ok) throw new Error(`the authority answers ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxAnswerBytes) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The token's original bytes: re-encoding could break its signature. */
function readToken(answer: Buffer): Uint8Array {
  const parsed = fromBER(answer)
  if (parsed.offset === -1) throw new Error('the answer cannot be read')
  const { status } = new TimeStampResp({ schema: parsed.result }).status
  const token = (parsed.result as Sequence).valueBlock.value[1]
  if (!granted.includes(status) || !token) throw new Error(`the request was refused with status ${status}`)
  return new Uint8Array(token.valueBeforeDecodeView)
}

async function check(token: Uint8Array, signature: Uint8Array, nonce: Buffer): Promise<void> {
  const { info } = openToken(token)
  if (!info.nonce || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce)) {
    throw new Error('the token answers another request')
  }
  await stampedTime(token, signature)
}

/**
 * When an authority saw these bytes. Throws an error if the token is of others, or is not signed by the certificate in it;
 * whether that certificate is to be trusted is not checked here.
 */
export async function stampedTime(token: Uint8Array, bytes: Uint8Array): Promise<Date> {
  const { signed, info } = openToken(token)
  if (!(await signed.verify({ signer: 0, data: new Uint8Array(bytes).buffer }, engine))) {
    throw new Error('the token is not signed by its authority')
  }
  return info.genTime
}

function openToken(token: Uint8Array) {
  const signed = new SignedData({ schema: new ContentInfo({ schema: fromBER(token).result }).content })
  const content = signed.encapContentInfo.eContent?.getValue()
  if (!content) throw new Error('the token is empty')
  return { signed, info: new TSTInfo({ schema: fromBER(content).result }) }
}

/** A token as the answer that brought it (TimeStampResp with the status 'granted'), which `openssl ts -verify -in` reads. */
export function timestampReply(token: Uint8Array): Buffer {
  return sequence(sequence(smallInteger(0)), token)
}

// Idempotency-Keys as the portal stores them (src/platform/server/http/repeats/request-key.ts), with keys derived once.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface AnswerKey {
  readonly hash: string
  readonly requestHash: string
  seal(answer: string): string
  open(sealed: string): string
}

export function answerKeys(secret: string) {
  const encryption = Buffer.from(hkdfSync('sha256', secret, '', 'passerelle answer', 32))
  const signing = createHmac('sha256', secret).update('passerelle request').digest()
  return (actorId: string, key: string, method: string, url: string, body: unknown): AnswerKey => {
    const boundTo = Buffer.from(`${actorId} ${key}`)
    return {
      hash: createHash('sha256').update(key).digest('hex'),
      requestHash: createHmac('sha256', signing)
        .update(JSON.stringify([key, method, url, body]))
        .digest('base64url'),
      seal(answer) {
        const nonce = randomBytes(12)
        const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(boundTo)
        const bytes = Buffer.concat([nonce, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()])
        return `v1.${bytes.toString('base64url')}`
      },
      open(sealed) {
        const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url')
        const cipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, 12)).setAAD(boundTo)
        cipher.setAuthTag(bytes.subarray(-16))
        return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8')
      },
    }
  }
}

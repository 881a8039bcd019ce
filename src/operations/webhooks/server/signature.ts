import { createHmac, randomBytes } from 'node:crypto'

const mark = 'whsec_'

/** A secret in the form of Standard Webhooks: 32 random bytes, base64. */
export function newWebhookSecret(): string {
  return `${mark}${randomBytes(32).toString('base64')}`
}

/**
 * The headers of a message by Standard Webhooks 1.0 (standardwebhooks.com): one signature for each secret, so that a receiver may
 * take a new secret at its own time.
 */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(mark.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  }
}

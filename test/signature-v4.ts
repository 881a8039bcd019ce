import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/**
 * Whether the request is signed with the secret, as AWS describes Signature Version 4 for S3 (one path without characters to
 * escape, no query). Written without the client's library: what that one gets wrong is not wrong here as well.
 */
function isSigned({ method, url, headers }: IncomingMessage, secret: string): boolean {
  const parts = /^AWS4-HMAC-SHA256 Credential=[^/]+\/(.+), SignedHeaders=(.+), Signature=(.+)$/.exec(headers.authorization ?? '')
  const [, scope = '', names = '', signature] = parts ?? []
  const headerLines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [method, url, '', headerLines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((outer, part) => hmac(outer, part), `AWS4${secret}`)
  const covered = names.split(';')
  return (
    ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => covered.includes(name)) &&
    hmac(key, toSign).toString('hex') === signature
  )
}

const refusal = (code: string, message: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`

/** A store that keeps nothing, and checks signatures before the body and the body's hash after it, as S3 does. */
export function strictStore(secret: string): Server {
  return createServer((request, response) => {
    if (!isSigned(request, secret)) {
      // Without reading what follows.
      response.writeHead(403, { connection: 'close' }).end(refusal('SignatureDoesNotMatch', 'The signature does not match.'))
      return
    }
    const hash = createHash('sha256')
    request
      .on('data', (chunk: Buffer) => hash.update(chunk))
      .on('end', () => {
        const isSame = hash.digest('hex') === request.headers['x-amz-content-sha256']
        if (isSame) response.end('read')
        else
          response.writeHead(400).end(refusal('XAmzContentSHA256Mismatch', 'The provided hash does not match what was computed.'))
      })
  })
}

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { passkeyRoutes } from '#accounts/auth/api/passkeys.ts'
import type { NewPasskeyAnswer, NewPasskeyQuestion, PasskeyAnswer, PasskeyQuestion } from '#platform/api/webauthn.ts'
import type { Config } from '#platform/server/config.ts'
import { type Client, password } from './test-app.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) =>
  Buffer.concat([
    value.length < 256 ? Buffer.from([0x58, value.length]) : Buffer.from([0x59, value.length >> 8, value.length & 255]),
    value,
  ])

/** What a device does otherwise than it should, or another page than the portal's. */
interface Misdeeds {
  readonly origin?: string
  readonly host?: string
  /** Whether the device has asked for a PIN or a finger. */
  readonly verified?: boolean
  readonly counter?: number
  readonly challenge?: string
}

/** An authenticator in software that holds one passkey (WebAuthn, level 3, sections 6.1 and 6.5). */
export class PasskeyDevice {
  readonly id = randomBytes(32).toString('base64url')
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Misdeeds): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  #data(flags: number, { host = new URL(this.#origin).hostname, verified = true, counter = this.counter }: Misdeeds): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags | 1 | (verified ? 4 : 0)]), count])
  }

  /** Makes the passkey. */
  create({ challenge }: NewPasskeyQuestion, misdeeds: Misdeeds = {}): NewPasskeyAnswer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    // COSE: EC2, ES256, P-256.
    const key = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
    const id = Buffer.from(this.id, 'base64url')
    const authData = Buffer.concat([this.#data(0x40, misdeeds), Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData),
    ])
    const clientData = this.#clientData('webauthn.create', misdeeds.challenge ?? challenge, misdeeds)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: Buffer.from(clientData).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs the challenge. */
  answer({ challenge }: PasskeyQuestion, misdeeds: Misdeeds = {}): PasskeyAnswer {
    this.counter += 1
    const clientData = Buffer.from(this.#clientData('webauthn.get', misdeeds.challenge ?? challenge, misdeeds))
    const data = this.#data(0, misdeeds)
    const signature = createSign('sha256').update(data).update(sha256(clientData)).sign(this.#privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }
}

/** Gives somebody a passkey. Returns its id. */
export async function passkeyIn(owner: Client, { publicUrl }: Pick<Config, 'publicUrl'>): Promise<string> {
  const asked = await owner.call(passkeyRoutes.newPasskeyQuestion, { body: { password } })
  const passkey = new PasskeyDevice(new URL(publicUrl).origin).create(asked)
  const { passkeys } = await owner.call(passkeyRoutes.addPasskey, { body: { name: 'Téléphone', passkey } })
  return passkeys[0]?.id ?? ''
}

import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { addressHash } from '#leads/refused-contacts/server/commands.ts'
import type { Config } from '#platform/server/config.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'
import { deadLink } from '#platform/server/secrets/links.ts'

type Secret = Pick<Config, 'secret'>

/** What a link in a mail to a client opens: the question, and the address, which ends such mail also when the lead is gone. */
interface ClientLink {
  readonly id: string
  readonly addressHash: string
}

export function clientToken(config: Secret, { id, email }: { readonly id: string; readonly email: string }): string {
  const subject = `${id}.${addressHash(config, email)}`
  return `${subject}.${sign(config.secret, 'client-confirmation', subject)}`
}

/** Refuses `link_invalid` if the signature is wrong. */
export function openClientToken(config: Secret, token: string): ClientLink {
  const [id = '', hash = '', signature = ''] = token.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !verify(config.secret, 'client-confirmation', `${id}.${hash}`, signature)) throw deadLink()
  return { id, addressHash: hash }
}

/** The page on which a client answers. */
export const questionPage = (token: string) => `${visitorPaths.confirmation}?token=${token}`

/** The page on which a client ends all mail of this kind: a notice asks nothing, and a question may be over. */
export const stopPage = (token: string) => `${questionPage(token)}&stop`

/** How a client ends all mail of this kind: on its page, or in one click of the mail program. */
export const stopsClientMail = ({ publicUrl }: Pick<Config, 'publicUrl'>, token: string) => ({
  page: `${publicUrl}${stopPage(token)}`,
  oneClick: `${publicUrl}/api/client-confirmations/unsubscribe?token=${token}`,
})

import { visitorPaths } from '#access/domain/visitor-paths.ts'
import type { Config } from '#platform/server/config.ts'
import { linkToken } from '#platform/server/secrets/links.ts'

/** The page on which somebody accepts their invitation, with the token that opens it. */
export const invitationUrl = (config: Pick<Config, 'secret' | 'publicUrl'>, invitationId: string): string =>
  `${config.publicUrl}${visitorPaths.invitation}?token=${linkToken(config, 'invitation', invitationId)}`

import { sql } from 'kysely'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import type { IntroductionLink, PartnerLink } from '../api.ts'

/** 132 bits; follows from the link's id and the secret, so that it can be shown again and is stored nowhere. */
export function introductionToken({ secret }: Pick<Config, 'secret'>, linkId: string): string {
  return sign(secret, 'introduction', linkId).slice(0, 22)
}

/** A partner's own link; undefined before it is made. */
export function linkQuery(tx: Tx, partnerId: string) {
  return tx
    .selectFrom('introduction_links')
    .select(['link_id', 'created_at', 'paused_at', 'disabled_at'])
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
}

export async function presentOwnLink(
  tx: Tx,
  config: Pick<Config, 'secret' | 'publicUrl'>,
  partnerId: string,
): Promise<IntroductionLink | null> {
  const row = await linkQuery(tx, partnerId)
  return (
    (row && {
      url: `${config.publicUrl}${visitorPaths.introduction.replace(':token', introductionToken(config, row.link_id))}`,
      createdAt: row.created_at.toISOString(),
      paused: row.paused_at !== null,
      disabled: row.disabled_at !== null,
    }) ??
    null
  )
}

/** A partner's link as staff see it. */
export async function readPartnerLink(tx: Tx, partnerId: string): Promise<PartnerLink> {
  const [row, { count }] = await Promise.all([
    tx
      .selectFrom('introduction_links as i')
      .leftJoin('profiles as p', 'p.user_id', 'i.disabled_by')
      .select(['i.created_at', 'i.paused_at', 'i.disabled_at', 'p.full_name'])
      .where('i.partner_id', '=', partnerId)
      .executeTakeFirst(),
    tx
      .selectFrom('client_confirmations as c')
      .innerJoin('leads as l', 'l.id', 'c.lead_id')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('l.partner_id', '=', partnerId)
      .where('c.left_at', 'is not', null)
      .where('c.voided_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    createdAt: row?.created_at.toISOString() ?? null,
    paused: Boolean(row?.paused_at),
    disabledAt: row?.disabled_at?.toISOString() ?? null,
    disabledBy: row?.full_name ?? null,
    leads: count,
  }
}

export interface OpenLink {
  readonly linkId: string
  readonly partnerId: string
  readonly partner: string
}

/**
 * The link of a token, as the system; undefined for one that is unknown, renewed, paused or disabled, or whose partner has no
 * signed contract. One statement for all of these: neither answer nor time tells which.
 */
export function findOpenLink(tx: Tx, token: string): Promise<OpenLink | undefined> {
  return (
    tx
      .selectFrom('introduction_links as i')
      // What was printed with the link of a partner that was merged is of the one that it was merged into.
      .innerJoin(partnerContacts.as('p'), (join) => join.on(sql<boolean>`p.partner_id = app.partner_now(i.partner_id)`))
      .select(['i.link_id as linkId', 'p.partner_id as partnerId', 'p.full_name as partner'])
      .where('i.token_hash', '=', tokenHash(token))
      .where('i.paused_at', 'is', null)
      .where('i.disabled_at', 'is', null)
      .where('p.deleted_at', 'is', null)
      .where(sql<boolean>`app.contract_signed(p.partner_id)`)
      .executeTakeFirst()
  )
}

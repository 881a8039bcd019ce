import { createHash } from 'node:crypto'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { tooManyUntil } from '#platform/server/http/limits/rate-limits.ts'
import { newId } from '#platform/server/ids.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'
import { formHours, minFillSeconds } from '../domain.ts'
import { m } from '../messages/messages.ts'

type Secret = Pick<Config, 'secret'>

interface OpenedForm {
  /** The link by which the form was opened. */
  readonly linkId: string
  /** The text of the consent as it was shown. */
  readonly consent: string
}

const textOf = (leadId: string, openedAt: number, { linkId, consent }: OpenedForm) =>
  [leadId, openedAt, linkId, createHash('sha256').update(consent).digest('hex')].join('.')

/**
 * Token of a form: when it was opened, and the id of the lead that it becomes, so that sending it twice adds one. Nothing of
 * it is stored; the signature covers the link and the text of the consent too.
 */
export function formToken({ secret }: Secret, form: OpenedForm, now: Date): string {
  const [leadId, openedAt] = [newId(), now.getTime()]
  return `${leadId}.${openedAt}.${sign(secret, 'introduction-form', textOf(leadId, openedAt, form))}`
}

/**
 * Id of the lead that a form becomes. Refuses `form_expired` after a day, or if link or text are others now, and
 * `too_many_requests` before anybody could have filled it in.
 */
export function openFormToken({ secret }: Secret, token: string, form: OpenedForm, now: Date): string {
  const [leadId = '', timeText = '', signature = ''] = token.split('.')
  const openedAt = Number(timeText)
  const isGenuine = /^\d{1,15}$/.test(timeText) && verify(secret, 'introduction-form', textOf(leadId, openedAt, form), signature)
  const age = now.getTime() - openedAt
  if (!isGenuine || age > formHours * 3_600_000) {
    throw new Refusal('form_expired', m.formExpired())
  }
  const early = minFillSeconds * 1000 - age
  if (early > 0) throw tooManyUntil(new Date(now.getTime() + early), now, m.tooEarly())
  return leadId
}

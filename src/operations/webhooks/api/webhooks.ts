import * as z from 'zod/mini'
import { subjectKinds } from '#access/domain/subject-kinds.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { list, pageOf } from '#platform/api/list.ts'
import { route } from '#platform/api/route.ts'
import { anyText, count, forChange, id, idParams, optionalText, page, personName, time } from '#platform/api/shapes.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import { deliveryStates, disabledReasons, testEvent, webhookEvents } from '../domain.ts'
import { m } from '../messages/messages.ts'

const eventName = z.enum(webhookEvents, { error: m.eventUnknown })

/** The address alone: that it leads outside is checked when something is sent. */
const endpointUrl = z.pipe(
  anyText().check(z.overwrite(oneLine)),
  z.url({ protocol: /^https?$/, error: m.urlWrong }).check(
    z.maxLength(2048, { error: m.urlTooLong }),
    z.refine((text) => !/^https?:\/*[^/?#]*@/i.test(text), { error: m.urlWithPassword }),
  ),
)

const endpointFields = {
  url: endpointUrl,
  description: optionalText(200),
  events: z.array(eventName).check(
    z.minLength(1, { error: m.eventMissing }),
    z.refine((events) => new Set(events).size === events.length, { error: m.eventTwice }),
  ),
  enabled: z._default(z.boolean(), true),
}
export const webhookForm = z.strictObject(endpointFields)
export const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: z.array(eventName),
  enabled: z.boolean(),
  /** Why the portal itself switched it off; null where people did, or it is on. */
  disabledBecause: z.nullable(z.enum(disabledReasons)),
  /** Since when no attempt has succeeded; null if the last one did. */
  failingSince: z.nullable(time),
  /** Until when the secret before the last rotation signs too. */
  previousSecretUntil: z.nullable(time),
  createdAt: time,
  createdBy: personName,
})
export type Webhook = z.infer<typeof webhook>

/**
 * Fields that are left out keep their value. `expected` has values that the caller saw: refused with `changed_meanwhile` if one
 * of them is another by now.
 */
export const webhookChange = z.strictObject({
  ...forChange(endpointFields),
  expected: z.optional(z.partial(z.pick(webhook, { url: true, description: true, events: true, enabled: true }))),
})

const withSecret = z.extend(webhook, { secret: z.string() })

export const delivery = z.object({
  /** The header `webhook-id` has this id with `msg_` before it. */
  id,
  webhook: z.object({ id, url: z.string() }),
  event: z.enum([...webhookEvents, testEvent]),
  state: z.enum(deliveryStates),
  createdAt: time,
  attempts: count,
  lastAttemptAt: z.nullable(time),
  nextAttemptAt: z.nullable(time),
  /** The HTTP status of the last answer; null if there was none. */
  status: z.nullable(z.int()),
  /** Why there was none. */
  error: z.nullable(z.string()),
  durationMs: z.nullable(count),
})
export type Delivery = z.infer<typeof delivery>

export const deliveryDetail = z.extend(delivery, {
  /** What is sent, byte for byte. */
  body: z.string(),
  /** The beginning of the last answer, at most 1024 characters. */
  answer: z.nullable(z.string()),
})
export type DeliveryDetail = z.infer<typeof deliveryDetail>

/** What endpoints get: ids to read the record by, and what happened. `from` and `to` are the status before and after. */
export const webhookMessage = z.object({
  type: z.enum([...webhookEvents, testEvent]),
  timestamp: time,
  data: z.object({
    eventId: z.nullable(id),
    subject: z.nullable(z.object({ kind: z.enum(subjectKinds), id, externalId: z.nullable(z.string()) })),
    partner: z.nullable(z.object({ id, externalId: z.nullable(z.string()) })),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
  }),
})
export type WebhookMessage = z.infer<typeof webhookMessage>

export const deliveryList = list({ filters: { webhookId: z.optional(id), state: z.optional(z.enum(deliveryStates)) } })

export const webhookRoutes = {
  listWebhooks: route('GET', '/webhooks', {
    summary: 'Endpoints that are told of events, newest first',
    who: 'admin',
    right: 'team',
    returns: z.object({ items: z.array(webhook) }),
    holdsSecrets: true,
  }),
  createWebhook: route('POST', '/webhooks', {
    summary: 'Add an endpoint, for a proof; the secret that signs its messages is in this answer and nowhere else',
    who: 'admin',
    right: 'team',
    transaction: 'own',
    ownership: 'staff',
    body: z.extend(webhookForm, proof),
    unkeyed: 'secretAnswer',
    returns: withSecret,
    status: 201,
    refusals: proofRefusals,
  }),
  changeWebhook: route('PUT', '/webhooks/:id', {
    summary: 'Change an endpoint, another address for a proof; what was enabled again is sent from now on',
    description: 'What failed meanwhile can be replayed.',
    who: 'admin',
    right: 'team',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.extend(webhookChange, proof),
    refusals: ['changed_meanwhile', ...proofRefusals],
    returns: webhook,
    holdsSecrets: true,
  }),
  deleteWebhook: route('DELETE', '/webhooks/:id', {
    summary: 'Remove an endpoint with its log of deliveries',
    who: 'admin',
    right: 'team',
    params: idParams,
  }),
  rotateWebhookSecret: route('POST', '/webhooks/:id/rotate-secret', {
    summary: 'Replace the secret, for a proof: the old one signs beside the new one for 24 hours',
    who: 'admin',
    right: 'team',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.strictObject(proof),
    refusals: proofRefusals,
    unkeyed: 'secretAnswer',
    returns: withSecret,
  }),
  testWebhook: route('POST', '/webhooks/:id/test', {
    summary: 'Send a message of the type `webhook.test`, also to an endpoint that is switched off',
    who: 'admin',
    right: 'team',
    params: idParams,
    returns: delivery,
    holdsSecrets: true,
    status: 202,
  }),
  listDeliveries: route('GET', '/webhook-deliveries', {
    summary: 'What was sent, newest first, for 30 days',
    who: 'admin',
    right: 'team',
    query: pageOf(deliveryList),
    returns: page(delivery),
    holdsSecrets: true,
  }),
  getDelivery: route('GET', '/webhook-deliveries/:id', {
    summary: 'One delivery with what was sent and the beginning of the answer',
    who: 'admin',
    right: 'team',
    params: idParams,
    returns: deliveryDetail,
    holdsSecrets: true,
  }),
  replayDelivery: route('POST', '/webhook-deliveries/:id/replay', {
    summary: 'Send a delivery again at once, with the same id',
    who: 'admin',
    right: 'team',
    params: idParams,
    returns: delivery,
    holdsSecrets: true,
    status: 202,
    refusals: ['webhook_off'],
  }),
}

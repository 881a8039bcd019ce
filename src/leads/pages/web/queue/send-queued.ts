import type { Me } from '#access/api/session.ts'
import { clientLine } from '#leads/domain/client-names.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import {
  checksDuplicate,
  isTooOld,
  newQueuedLead,
  nextQueued,
  refusedLead,
  sending,
  withProblem,
} from '#leads/leads/domain/queued-leads.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call, changeKeyOf } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { isSettled } from '#platform/web/app/requests/change-keys.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../../messages/messages.ts'
import { addLead } from '../data.ts'
import type { FilledLead } from '../form/filled-lead.ts'
import { leadFormSettings } from '../form/lead-form-settings.ts'
import { keepWaiting, noteReceived, readWaiting, type WaitingLead } from './queued-leads-store.ts'

const doubtful = m.sentWithoutAnswer()

/** The partner whose leads may be sent from here: not somebody who looks as this partner, nor one without a contract in force. */
function sender(): Me | null {
  const me = queryClient.getQueryData<Me | null>(['me'])
  return me?.role === 'partner' && !me.view && me.contractSigned ? me : null
}

const isUnreachable = (error: unknown) => error instanceof ApiError && error.code === 'network'

/**
 * Adds a lead, or keeps it on the device where the portal cannot be reached. Its key is the one under which it is sent later, so
 * that an answer that was lost on the way brings no second lead. Throws what the portal refuses.
 */
export async function addOrKeep(me: Me, input: FilledLead): Promise<'added' | 'kept'> {
  const key = changeKeyOf(leadRoutes.addLead, { body: input })
  const now = Date.now()
  if (navigator.onLine) {
    try {
      await addLead(input, key)
      return 'added'
    } catch (error) {
      if (!isUnreachable(error)) throw error
      keepWaiting(me.id, newQueuedLead(key, input, now, now))
      return 'kept'
    }
  }
  keepWaiting(me.id, newQueuedLead(key, input, now, null))
  return 'kept'
}

/** Sends what waits, in order, from one tab at a time. Whether nothing waits for the network any more. */
export async function sendQueued(): Promise<boolean> {
  const me = sender()
  if (!me) return true
  // Without TLS there are no locks: the keys still make one lead of what two tabs send.
  if (!('locks' in navigator)) return sendAll(me.id)
  return navigator.locks.request(`passerelle.leads ${me.id}`, { ifAvailable: true }, (lock) => (lock ? sendAll(me.id) : true))
}

async function sendAll(accountId: string): Promise<boolean> {
  for (;;) {
    const lead = nextQueued(readWaiting(accountId))
    if (!lead) return true
    // Another person may have signed in meanwhile.
    if (sender()?.id !== accountId || !(await sendOne(accountId, lead))) return false
  }
}

/** Sends one lead. False where the network is still missing: the others wait with it. */
async function sendOne(accountId: string, lead: WaitingLead): Promise<boolean> {
  if (isTooOld(lead, Date.now())) {
    keepWaiting(accountId, withProblem(lead, { kind: 'doubtful', text: doubtful }))
    return true
  }
  let tried = lead
  try {
    if (checksDuplicate(lead)) {
      const { email, company, phone } = lead.input
      const { exists, lead: own } = await call(leadRoutes.findDuplicate, { query: { email, company, phone } })
      if (exists) {
        const text = own ? m.contactIsYourLead({ lead: clientLine(own) }) : m.contactIsFollowed()
        keepWaiting(accountId, withProblem(lead, { kind: 'duplicate', text }))
        return true
      }
    }
    tried = sending(lead, Date.now())
    keepWaiting(accountId, tried)
    noteReceived(accountId, tried, await addLead(lead.input, lead.key))
    toastSuccess(...leadFormSettings.partnerAdd.success)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return afterFailure(accountId, tried, error)
  }
}

/** Waits for portal, session and contract; everything else is for its partner to read. */
function afterFailure(accountId: string, lead: WaitingLead, error: ApiError): boolean {
  const isPassing = error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)
  if (isPassing || error.code === 'contract_not_signed' || error.code === 'idempotency_in_progress') return false
  const text = error.fields[0]?.message ?? error.message
  keepWaiting(accountId, isSettled(error) ? refusedLead(lead, text) : withProblem(lead, { kind: 'refused', text }))
  return true
}

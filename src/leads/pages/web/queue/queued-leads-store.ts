import { useSyncExternalStore } from 'react'
import { clientName } from '#leads/domain/client-names.ts'
import type { LeadAfter } from '#leads/leads/api/leads.ts'
import { inQueueOrder, type QueuedLead } from '#leads/leads/domain/queued-leads.ts'
import type { FilledLead } from '../form/filled-lead.ts'
import { itemsOf, queuePrefix, receivedPrefix } from './queue-storage.ts'

export type WaitingLead = QueuedLead<FilledLead>

/** A lead that the portal has received since it was kept on the device. */
export interface ReceivedLead {
  readonly id: string
  readonly company: string
  readonly number: string
}

interface DeviceLeads {
  readonly waiting: readonly WaitingLead[]
  readonly received: readonly ReceivedLead[]
}

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

function read<T>(accountId: string, prefix: string): T[] {
  return itemsOf(accountId, prefix).flatMap((name) => {
    try {
      return (JSON.parse(localStorage.getItem(name) ?? 'null') as T | null) ?? []
    } catch {
      // A line of another version stays as it is: nothing is thrown away that cannot be read.
      return []
    }
  })
}

export const readWaiting = (accountId: string): readonly WaitingLead[] => inQueueOrder(read<WaitingLead>(accountId, queuePrefix))

/** Keeps a lead on the device, for this account alone. Throws where the browser forbids storage or has no room. */
export function keepWaiting(accountId: string, lead: WaitingLead): void {
  localStorage.setItem(`${queuePrefix} ${accountId} ${lead.key}`, JSON.stringify(lead))
  tell()
}

export function dropWaiting(accountId: string, { key }: Pick<WaitingLead, 'key'>): void {
  localStorage.removeItem(`${queuePrefix} ${accountId} ${key}`)
  tell()
}

/** Puts the portal's answer in the place of what waited: of the contact nothing stays on the device. */
export function noteReceived(accountId: string, { key }: WaitingLead, { id, name, company, registration }: LeadAfter): void {
  const received: ReceivedLead = { id, company: clientName({ name, company }), number: registration.number }
  localStorage.setItem(`${receivedPrefix} ${accountId} ${id}`, JSON.stringify(received))
  dropWaiting(accountId, { key })
}

export function forgetReceived(accountId: string): void {
  for (const name of itemsOf(accountId, receivedPrefix)) localStorage.removeItem(name)
  tell()
}

/** Removes all that the device keeps of an account's leads. */
export function forgetDeviceLeads(accountId: string): void {
  for (const lead of readWaiting(accountId)) dropWaiting(accountId, lead)
  forgetReceived(accountId)
}

let latest: { readonly text: string; readonly leads: DeviceLeads } | null = null

/** The same object as long as nothing has changed, as React wants it. */
function deviceLeads(accountId: string): DeviceLeads {
  const leads = { waiting: readWaiting(accountId), received: read<ReceivedLead>(accountId, receivedPrefix) }
  const text = accountId + JSON.stringify(leads)
  if (latest?.text !== text) latest = { text, leads }
  return latest.leads
}

/** Calls back when this tab or another one keeps, sends or drops a lead. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useDeviceLeads = (accountId: string): DeviceLeads => useSyncExternalStore(subscribe, () => deviceLeads(accountId))

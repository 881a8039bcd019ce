/** Each waiting lead is an item of its own, so that two tabs never overwrite each other's. */
export const queuePrefix = 'passerelle.lead-waiting'
/** What the portal has received, without the contact: number and company of the lead, until they were read. */
export const receivedPrefix = 'passerelle.lead-received'

/** The names of an account's items; none where the browser forbids storage. */
export function itemsOf(accountId: string, prefix = queuePrefix): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(`${prefix} ${accountId} `))
  } catch {
    return []
  }
}

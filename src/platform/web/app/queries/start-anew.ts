import { homePath } from '#access/domain/home-path.ts'

let destination: string | null = null
/** The session is being changed: whoever changes it goes to the destination afterwards. */
let isChanging = false

/** Whether this page is on its way to another one, and need not follow the session any more. */
export const isOnItsWay = (): boolean => destination !== null

/**
 * Loads the portal at an address, with nothing of what was on the page: for a session that stands for somebody else now.
 * Without an address this is where the page is on its way to already, or the first page.
 */
export function startAnew(address?: string): void {
  destination = address ?? destination
  location.assign(destination ?? homePath)
}

/** For a page on its way that is still there, since its reader kept it when the browser asked. */
export function goOn(): void {
  if (!isChanging) startAnew()
}

/** Loads this page anew; while it is on its way to another one, that one. */
export function loadAnew(): void {
  if (destination === null) location.reload()
  else location.assign(destination)
}

/**
 * Makes the session stand for somebody else, and goes to an address. The page may hear of the change before this answer comes,
 * and after it while the new page is on its way: all of it ends at the same place. Throws what `change` does.
 */
export async function standFor(change: () => Promise<unknown>, address: string): Promise<void> {
  const before = destination
  destination = address
  isChanging = true
  try {
    await change()
  } catch (error) {
    destination = before
    throw error
  } finally {
    isChanging = false
  }
  startAnew()
}

import '#platform/web/ui/theme/styles-first.ts'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type PortalSettings, portalSettings, settingsRoutes } from '#access/api/identity.ts'
import { type Me, sessionRoutes } from '#access/api/session.ts'
import { sideOf } from '#access/domain/actor.ts'
import { unreadRoutes } from '#communication/lead-news/api/unread.ts'
import { type Standing, standing as standingShape, tier, tierRoutes } from '#money/tiers/api/tiers.ts'
import { currentReading, readingIn, readingName, setReadingSource, writtenIn } from '#platform/domain/languages.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { toastList } from '#platform/web/app/toasts/toast-list.ts'
import { answer, answerLeast } from './api.ts'
import { sampleOf } from './sample-of.ts'

const desktop = [1440, 900] as const
const provider = {
  providerName: 'Atelier Loire',
  accentColour: '#1f4d3f',
  timeZone: 'Europe/Paris',
  readsSeveralLanguages: true,
  commission: { tiers: 5, byTiers: true, lowestRate: 15, highestRate: 35 },
}
const inATier = { ...sampleOf(standingShape), current: sampleOf(tier) }
/** What was opened, each with its end, which returns what was printed as an error. */
const closings: (() => readonly string[])[] = []
let isReadYet = false

/**
 * Opens a page of the portal as a person has it, or a visitor (null), with an API of answers that the test gives: the session,
 * the settings and the shell's own reads are answered here. The test fails by a request without an answer, and by an error on the
 * console.
 */
export async function openPortal(
  address: string,
  {
    as,
    standing = inATier,
    settings = {},
  }: { readonly as: Me | null; readonly standing?: Standing; readonly settings?: Partial<PortalSettings> },
): Promise<void> {
  // The page before may have gone back as it closed: its guard then asks who is signed in after the cache was emptied.
  queryClient.clear()
  answer(sessionRoutes.currentSession, { me: as })
  answer(settingsRoutes.getSettings, { ...sampleOf(portalSettings), ...provider, sendsMail: true, ...settings })
  answerLeast(unreadRoutes.unreadLeads)
  if (as?.role === 'partner') answer(tierRoutes.myStanding, standing)
  readAs(as ?? { language: 'specified', role: 'partner' })
  history.replaceState(null, '', address)
  // Pages make labels when they are loaded: by now it is known in which language.
  const [{ Portal }, { createRouter, initialized }] = await Promise.all([
    import('#portal/web/portal.tsx'),
    import('#portal/web/router.tsx'),
  ])
  const router = createRouter()
  await initialized(router)
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const errors = vi.spyOn(console, 'error')
  root.render(<Portal router={router} nonce="" />)
  await expect.poll(() => container.hasChildNodes()).toBe(true)
  closings.push(() => {
    root.unmount()
    router.dispose()
    container.remove()
    const printed = errors.mock.calls.map((each) => each.join(' '))
    errors.mockRestore()
    return printed
  })
}

/** Goes to another address of the portal as its links do. */
export function visit(address: string): void {
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** The address of the page that is open. */
export const address = (): string => location.pathname + location.search

/** The portal is read as the server writes it for a person. */
function readAs({ language, role }: Pick<Me, 'language' | 'role'>): void {
  const reading = readingIn(language, sideOf(role))
  if (isReadYet && readingName(reading) !== readingName(currentReading()))
    throw new Error('the pages are loaded as another side reads them: *.staff.browser.test.tsx, *.partner.browser.test.tsx')
  isReadYet = true
  setReadingSource(() => reading)
  document.documentElement.lang = writtenIn(reading)
}

/** Closes what a test has opened, and forgets what its pages kept. Returns what they printed as an error. */
export async function closePortals(): Promise<readonly string[]> {
  const printed = closings.splice(0).flatMap((close) => close())
  queryClient.clear()
  for (const { id } of toastList.current()) toastList.dismiss(id)
  sessionStorage.clear()
  localStorage.clear()
  await page.viewport(...desktop)
  return printed
}

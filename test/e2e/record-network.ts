import { expect, type Page, type Request } from '@playwright/test'

export interface Network {
  /** Bytes as transferred, headers included, by kind of file. */
  readonly bytes: Readonly<Record<string, number>>
  /** Addresses of API requests, without the live stream, which stays open. */
  readonly requests: readonly string[]
}

/** Records what a tab transfers from now on. */
export async function recordNetwork(page: Page): Promise<Network> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  const requests: string[] = []
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { pathname, search } = new URL(response.url)
    const isData = pathname.startsWith('/api/')
    if (isData && pathname !== '/api/live') requests.push(pathname + search)
    kinds.set(requestId, isData ? 'Data' : pathname.endsWith('.js') ? 'Script' : type)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  return { bytes, requests }
}

/** Waits until tabs have requested nothing for so many milliseconds: what follows a change comes at its own pace. */
export async function quiet(tabs: readonly Page[], ms: number): Promise<void> {
  let lastAt = Date.now()
  const note = (request: Request) => {
    // The stream connects again whenever it likes.
    if (new URL(request.url()).pathname !== '/api/live') lastAt = Date.now()
  }
  for (const tab of tabs) tab.on('request', note)
  await expect.poll(() => Date.now() - lastAt, { timeout: 60_000, intervals: [200] }).toBeGreaterThan(ms)
  for (const tab of tabs) tab.off('request', note)
}

import type { Page } from '@playwright/test'

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

import type { BrowserContext, Page } from '@playwright/test'

/** How many times slower the processor of each page is: `npm run hunt` looks for what fails on a slow laptop. */
export const slowdown = Number(process.env.SLOWDOWN ?? 1)

/** Slows down all pages of a context, those to come included. */
export function slowDown(context: BrowserContext): void {
  if (slowdown !== 1) context.on('page', slowPage)
}

async function slowPage(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  } catch (error) {
    // A page may be gone before it is slowed.
    if (!page.isClosed()) throw error
  }
}

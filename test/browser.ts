import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Background traffic of a browser has no place in a test, and fails noisily without a network. */
const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--enable-touch-drag-drop',
]

export interface BrowserChoice {
  readonly executablePath: string
  readonly args: string[]
  readonly env?: Record<string, string>
}

/** The browser for the tests: CHROMIUM_PATH, the system's, Playwright's own, else the one that comes with the packages. */
export async function findBrowser(): Promise<BrowserChoice> {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, args: quietly }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/Applications/Google Chrome.app/Contents/MacOS']
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'Google Chrome']) {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (found) return { executablePath: found, args: quietly }
  }
  if (existsSync(chromium.executablePath())) return { executablePath: chromium.executablePath(), args: quietly }
  const { default: packaged } = await import('@sparticuz/chromium')
  return { executablePath: await packaged.executablePath(), args: [...quietly, '--headless=shell'] }
}

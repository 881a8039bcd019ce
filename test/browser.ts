import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Disables background traffic, which fails noisily without a network. */
const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--enable-touch-drag-drop',
]

/** The packaged shell that runs here. Kept in the environment, since each process of a run asks, and an answer takes a second. */
const shellVariable = 'PASSERELLE_TEST_SHELL'

export interface BrowserChoice {
  readonly executablePath: string
  readonly args: string[]
  readonly env?: Record<string, string>
}

/**
 * The browser for the tests: CHROMIUM_PATH, else a headless shell (the system's or the packaged one), else a full browser (the
 * system's or Playwright's). The shell renders the same pages and needs less than half the CPU time (docs/decisions/0044).
 */
export async function findBrowser(): Promise<BrowserChoice> {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return { executablePath: configured, args: quietly }
  const shell = installed('chromium-headless-shell', 'chrome-headless-shell') ?? (await packagedShell())
  if (shell) return { executablePath: shell, args: [...quietly, '--headless=shell'] }
  const browser = installed('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'Google Chrome')
  return { executablePath: browser ?? chromium.executablePath(), args: quietly }
}

function installed(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/Applications/Google Chrome.app/Contents/MacOS']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/**
 * The headless shell of @sparticuz/chromium, or null where it does not run. The library unpacks into the system's temporary
 * folder and trusts existing files there; so it gets a folder per version, moved into place once complete.
 */
async function packagedShell(): Promise<string | null> {
  const shell = process.env[shellVariable]
  if (shell) return shell
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const modules = join(import.meta.dirname, '../node_modules')
  const manifest = readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const parent = join(modules, '.passerelle')
  const folder = join(parent, `chromium-${version}`)
  if (!existsSync(folder)) await unpackShell(parent, folder)
  const executable = join(folder, 'chromium')
  if (spawnSync(executable, ['--version']).status !== 0) return null
  process.env[shellVariable] = executable
  return executable
}

async function unpackShell(parent: string, folder: string): Promise<void> {
  mkdirSync(parent, { recursive: true })
  const unpacked = mkdtempSync(join(parent, 'unpacking-'))
  const { TMPDIR } = process.env
  process.env.TMPDIR = unpacked
  try {
    const { default: shell } = await import('@sparticuz/chromium')
    await shell.executablePath()
    renameSync(unpacked, folder)
  } catch (error) {
    rmSync(unpacked, { recursive: true, force: true })
    // Another process unpacked it first.
    if (!existsSync(folder)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

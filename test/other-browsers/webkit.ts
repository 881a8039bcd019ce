import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { freePort } from '../postgres.ts'
import { DrivenTab } from './driven-tab.ts'

/** Starts WebKitGTK's own small browser on a screen that nobody sees, driven by WebDriver (w3.org/TR/webdriver2). */
export async function openWebkit(): Promise<DrivenTab> {
  const port = await freePort()
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const args = ['-a', '-s', '-screen 0 1440x1000x24', 'WebKitWebDriver', `--port=${port}`]
  // A group of its own, since what runs it ends before the screen and the browser do.
  const driver = spawn('xvfb-run', args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const ended = once(driver, 'exit')
  const errors: string[] = []
  createInterface(driver.stdout).on('line', (line) => {
    if (/^CONSOLE \w+ ERROR/.test(line)) errors.push(line)
  })

  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body ? JSON.stringify(body) : null })
    const { value } = (await response.json()) as { value: { error?: string; message?: string; sessionId?: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const begin = async (): Promise<string> => {
    const browserOptions = { binary, args: ['--automation', '--enable-write-console-messages-to-stdout=true'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } }
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { sessionId } = (await send('POST', '/session', { capabilities })) as { sessionId: string }
        return `/session/${sessionId}`
      } catch (error) {
        // Screen and driver take a moment.
        if (attempt === 100 || !(error instanceof TypeError)) throw error
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }
  const session = await begin()
  await send('POST', `${session}/window/rect`, { width: 1440, height: 950 })
  return new DrivenTab({
    async goto(url) {
      await send('POST', `${session}/url`, { url })
    },
    evaluate: (expression) => send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    async perform(actions) {
      await send('POST', `${session}/actions`, { actions })
    },
    errors: () => errors,
    async close() {
      await send('DELETE', session)
      if (driver.pid) process.kill(-driver.pid)
      await ended
    },
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DrivenTab } from './driven-tab.ts'

type Answer = {
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: { text: string } }
}

// Who leaves a page ends the download of its font (NS_BINDING_ABORTED), which Firefox tells as an error.
const isLeft = /^downloadable font: download failed .* status=2152398850 /

/** Starts Debian's Firefox and opens a tab, driven by WebDriver BiDi (w3.org/TR/webdriver-bidi). */
export async function openFirefox(): Promise<DrivenTab> {
  const profile = mkdtempSync(join(tmpdir(), 'passerelle-firefox-'))
  writeFileSync(join(profile, 'user.js'), 'user_pref("intl.accept_languages", "fr-FR, fr");\n')
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', '--width=1440', '--height=900']
  const firefox = spawn('firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(firefox, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(firefox.stderr).on('line', (line) => {
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
      if (found) resolve(found)
    })
    firefox.once('exit', (code) => reject(new Error(`firefox-esr ended with ${code}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')

  const errors: string[] = []
  const waiting = new Map<number, PromiseWithResolvers<Answer['result']>>()
  let sent = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(data)
    if (method === 'log.entryAdded' && params.level === 'error' && !isLeft.test(params.text)) errors.push(params.text)
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })
  const send = (method: string, params: object) => {
    sent += 1
    const answer = Promise.withResolvers<Answer['result']>()
    waiting.set(sent, answer)
    socket.send(JSON.stringify({ id: sent, method, params }))
    return answer.promise
  }

  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const created = await send('browsingContext.create', { type: 'tab' })
  const { context } = created as { context: string }
  return new DrivenTab({
    async goto(url) {
      // A page that a service worker answers without a network ends with an error of the protocol, too.
      await send('browsingContext.navigate', { context, url, wait: 'complete' }).catch(() => undefined)
    },
    async evaluate(expression) {
      const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (answer?.exceptionDetails) throw new Error(answer.exceptionDetails.text)
      return answer?.result?.value
    },
    async perform(actions) {
      await send('input.performActions', { context, actions })
    },
    errors: () => errors,
    async close() {
      await send('browser.close', {}).catch(() => firefox.kill())
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  })
}

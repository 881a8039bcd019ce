import { setTimeout as pause } from 'node:timers/promises'

/** What a tab of a driven browser can do. */
export interface Driver {
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page; its value has to be JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Input as a person gives it: action sequences of WebDriver, which is the same in WebDriver BiDi. */
  perform(actions: readonly object[]): Promise<void>
  /** What the browser's console had of errors. */
  errors(): readonly string[]
  close(): Promise<void>
}

const waitMs = 30_000

/** Finds visible elements in the page by a selector and by the words of their name, label or text. */
const finder = `(selector, words) => [...document.querySelectorAll(selector)].find((element) => {
  if (element.getClientRects().length === 0 || element.closest('[inert]')) return false
  const labels = [...(element.labels ?? [])].map((label) => label.textContent)
  return [element.getAttribute('aria-label'), element.textContent, ...labels].some((text) => text?.trim().startsWith(words))
})`

/** A tab as its reader uses it: by what it shows, with mouse and keys. */
export class DrivenTab {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  goto(url: string): Promise<void> {
    return this.#driver.goto(url)
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#driver.evaluate(expression)
  }

  errors(): readonly string[] {
    return this.#driver.errors()
  }

  /** Waits until an expression is true in the page, through reloads. */
  async until(expression: string, what = expression): Promise<void> {
    const end = performance.now() + waitMs
    for (;;) {
      // A page that is just left has no answer.
      const isTrue = await this.#driver.evaluate(`Boolean(${expression})`).catch(() => false)
      if (isTrue === true) return
      if (performance.now() > end) throw new Error(`not there: ${what}. The page: ${await this.text()}`)
      await pause(100)
    }
  }

  sees(words: string): Promise<void> {
    return this.until(`document.body.innerText.includes(${JSON.stringify(words)})`, words)
  }

  async text(): Promise<string> {
    return String(
      await this.#driver.evaluate('location.href + " " + document.body.innerText').catch((error: Error) => error.message),
    )
  }

  async click(selector: string, words: string): Promise<void> {
    const found = `(${finder})(${JSON.stringify(selector)}, ${JSON.stringify(words)})`
    // What is disabled yet, moves or lies under something else is not pressed.
    const middle = `((element) => {
      if (!element || element.matches(':disabled')) return null
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      const at = { x: Math.round(x + Math.min(width / 2, 40)), y: Math.round(y + height / 2) }
      const hit = document.elementFromPoint(at.x, at.y)
      return hit && (element.contains(hit) || hit.contains(element)) ? JSON.stringify(at) : null
    })(${found})`
    await this.until(`${middle} !== null`, `${selector} ${words}`)
    const { x, y } = JSON.parse(String(await this.#driver.evaluate(middle)))
    const press = [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: press }])
  }

  /** Types into a field, at the end of what is there. */
  async type(words: string, text: string): Promise<void> {
    const field = `(${finder})('input, textarea', ${JSON.stringify(words)})`
    await this.until(`${field} && (${field}.focus(), document.activeElement === ${field})`, `field ${words}`)
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#driver.perform([{ type: 'key', id: 'keys', actions: keys }])
    await this.until(
      `${field}.value.replace(/\\s/g, '').endsWith(${JSON.stringify(text.replace(/\s/g, ''))})`,
      `${text} in ${words}`,
    )
  }

  /** Chooses in a list of the browser's own. */
  async choose(words: string, value: string): Promise<void> {
    await this.until(
      `((list) => list && (list.value = ${JSON.stringify(value)}, list.dispatchEvent(new Event('change', { bubbles: true }))))(
        (${finder})('select', ${JSON.stringify(words)}))`,
      `list ${words}`,
    )
  }

  close(): Promise<void> {
    return this.#driver.close()
  }
}

import { expect as playwrightExpect, type ExpectMatcherState, type Locator } from '@playwright/test'

/** What an assertion waits for first, by its name. */
const firstStates = {
  toBeVisible: 'visible',
  toContainText: 'attached',
  toHaveText: 'attached',
  toHaveValue: 'attached',
} as const

/**
 * Playwright's `expect`. While an element is missing, its assertions describe the whole page for a message that is rarely
 * needed, each time they look again: a twelfth of the time that pages took. These wait first, and describe it at the end.
 */
export const expect = playwrightExpect.extend(
  Object.fromEntries(
    Object.entries(firstStates).map(([name, state]) => [
      name,
      async function assert(this: ExpectMatcherState, found: Locator, ...expected: readonly unknown[]) {
        const options = expected.at(name === 'toBeVisible' ? 0 : 1) as { timeout?: number } | undefined
        const timeout = options?.timeout ?? this.timeout
        const began = Date.now()
        // The assertion after it says what is wrong, a selector that matches several elements included.
        if (!this.isNot) await found.waitFor({ state, timeout }).catch(() => undefined)
        const left = Math.max(1, timeout - (Date.now() - began))
        const own = this.isNot ? playwrightExpect(found).not : playwrightExpect(found)
        const given = name === 'toBeVisible' ? [{ ...options, timeout: left }] : [expected[0], { ...options, timeout: left }]
        await (own as unknown as Record<string, (...given: readonly unknown[]) => Promise<void>>)[name]?.(...given)
        return { pass: !this.isNot, message: () => '' }
      },
    ]),
  ),
) as unknown as typeof playwrightExpect

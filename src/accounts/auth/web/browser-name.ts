import { m } from '../messages/messages.ts'

/** Short name from a user agent: 'Chrome on Linux'. */
export function nameOfBrowser(userAgent: string | null): string {
  const browser = /Firefox|Edg|Chrome|Safari/.exec(userAgent ?? '')?.[0] ?? m.browser()
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(userAgent ?? '')?.[0]
  return system ? m.browserOn({ browser: browser === 'Edg' ? 'Edge' : browser, system }) : browser
}

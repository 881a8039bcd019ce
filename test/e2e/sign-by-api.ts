import { type Browser, expect } from '@playwright/test'
import { password } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'

interface Sheet {
  readonly consent: { readonly version: string }
  readonly documentSha256: string | null
  readonly pdfUrl: string | null
  readonly linkUrl: string | null
  readonly contract: { readonly document: { readonly url: string } | null }
}

/** Waits for the newest code mailed to an address; `not` excludes an earlier one. */
export async function codeMailedTo(portal: PortalProcess, address: string, not = ''): Promise<string> {
  let code: string | undefined
  await expect
    .poll(() => {
      const mails = portal.mails().filter((mail) => mail.includes(address) && mail.includes('signing_code'))
      code = mails.map((mail) => /\n\s*(\d{6})\s*\r?\n/.exec(mail)?.[1]).findLast((each) => each !== not)
      return code
    })
    .toBeDefined()
  return code ?? ''
}

/** Signs a person's pending contract through the API, or declines it with a reason. Returns its id. */
export async function signByApi(
  browser: Browser,
  portal: PortalProcess,
  email: string,
  answer: { readonly name: string } | { readonly reason: string },
  secret = password,
): Promise<string> {
  const context = await browser.newContext({ baseURL: portal.url })
  const send = async (path: string, data?: unknown) => {
    const response = await context.request.post(`/api${path}`, data === undefined ? {} : { data })
    const text = await response.text()
    expect([path, response.status(), text]).toEqual([path, expect.any(Number), expect.not.stringContaining('"code":"')])
    return text === '' ? null : JSON.parse(text)
  }
  await context.request.post('/api/session', { data: { email, password: secret } })
  const { items } = await (await context.request.get('/api/contracts?status=en_attente')).json()
  const id = (items as { id: string }[])[0]?.id ?? ''
  const sheet = (await send(`/contracts/${id}/signing`)) as Sheet
  if ('reason' in answer) {
    await send(`/contracts/${id}/decline`, answer)
  } else {
    const document = sheet.pdfUrl ?? sheet.linkUrl ?? sheet.contract.document?.url ?? ''
    expect((await context.request.get(document, { maxRedirects: 0 })).status()).toBeLessThan(400)
    await send(`/contracts/${id}/signing/code`)
    const code = await codeMailedTo(portal, email)
    const agreed = { consent: true, consentVersion: sheet.consent.version, documentSha256: sheet.documentSha256 }
    await send(`/contracts/${id}/sign`, { code, name: answer.name, ...agreed })
  }
  await context.close()
  return id
}

import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { Language } from '#platform/domain/languages.ts'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { type ApiOf, apiOf, joinByApi, partnerNamed } from './colleagues.ts'
import { test as base } from './portal-fixture.ts'
import { type AddressValues, addressIn, cabinet, camille, type ReaderName, readers } from './portal-pages.ts'
import { contextOf, openAs } from './sample-world.ts'
import { addStates } from './swept-states.ts'
import { type StorageState, signIn, startPortalIn } from './worlds.ts'

/**
 * The sample world with what it lacks, made once per worker: names too long for any column, colleagues of a partner, and links
 * that still open their page. Sweeps only read it.
 */
export class SweptWorld {
  readonly #portal: PortalProcess
  readonly #values: AddressValues
  readonly #sessions: ReadonlyMap<string, StorageState>

  private constructor(portal: PortalProcess, values: AddressValues, sessions: ReadonlyMap<string, StorageState>) {
    this.#portal = portal
    this.#values = values
    this.#sessions = sessions
  }

  static async in(browser: Browser, portal: PortalProcess): Promise<SweptWorld> {
    const api = async (email: string | null) => apiOf((await contextOf(browser, portal, email)).request)
    const [staff, owner, visitor] = await Promise.all([api(administrator.email), api(camille), api(null)])
    const partnerId = await partnerNamed(staff, 'Camille Lefèvre')
    const { link } = await owner.get<{ link: { url: string } }>('/me/introduction-link')
    const token = new URL(link.url).pathname.split('/').at(-1) ?? ''
    const { formToken } = await visitor.send<{ formToken: string }>('post', '/introductions/open', { token })
    const invited = await addLongNames(staff, partnerId)
    const sessions = new Map<string, StorageState>()
    for (const colleague of Object.values(cabinet)) {
      await joinByApi(browser, portal, staff, partnerId, colleague)
      sessions.set(colleague.email, await signIn(portal, colleague.email))
    }
    const client = await leaveDetails(visitor, { token, formToken })
    await addStates({ staff, owner, partnerId })
    await visitor.send('post', '/password-resets/request', { email: readers['a viewer'].email })
    await visitor.send('post', '/privacy/requests', { email: client, wish: 'read' })
    const mailed = async (address: string, page: string) =>
      new URL(await portal.linkMailedTo(address, page)).searchParams.get('token') ?? ''
    const values = {
      partnerId,
      token,
      invitation: await mailed(invited, 'invitation'),
      reset: await mailed(readers['a viewer'].email, 'reset'),
      confirmation: await mailed(client, 'confirmation'),
      objection: await mailed(camille, 'objection'),
      request: await mailed(client, 'privacy/request'),
    }
    return new SweptWorld(portal, values, sessions)
  }

  addressOf(page: string): string {
    return addressIn(page, this.#values)
  }

  /** A window of a reader, in a language of theirs. */
  async open(browser: Browser, reader: ReaderName, language: Language, looks: BrowserContextOptions = {}): Promise<Page> {
    const { email } = readers[reader]
    const session = email === null ? undefined : this.#sessions.get(email)
    const page = await (session
      ? openAs(browser, this.#portal, null, '/favicon.svg', { ...looks, storageState: session })
      : openAs(browser, this.#portal, email, '/favicon.svg', looks))
    if (email === null) {
      if (language !== 'specified') await page.goto(`/verify?lang=${language}`)
      return page
    }
    const answer = await page.request.put('/api/me/language', { data: { language: language === 'specified' ? null : language } })
    expect([reader, language, answer.status()]).toEqual([reader, language, 200])
    return page
  }
}

/** Invites somebody and adds a signed lead with names too long for any column. Returns the address of the invitation. */
async function addLongNames(staff: ApiOf, partnerId: string): Promise<string> {
  const long = 'Hydroelectrotechnique'.repeat(4)
  const names = { name: long, company: long, email: `${long.slice(0, 60).toLowerCase()}@exemple.fr` }
  await staff.send('post', '/invitations', { fullName: long, email: names.email, role: 'partner' })
  const form = { ...names, partnerId, offerType: 'custom', estimatedAmountCents: 123_456_789 }
  const lead = await staff.send<{ id: string }>('post', '/leads', form)
  await staff.send('post', `/leads/${lead.id}/move`, { from: 'nouveau', to: 'signe' })
  return names.email
}

/** A client leaves their details by a partner's link. Returns the address that is asked to confirm them. */
async function leaveDetails(visitor: ApiOf, form: { readonly token: string; readonly formToken: string }): Promise<string> {
  const email = 'zoe@menuiserie-phare.example'
  const client = { name: 'Zoé Client', company: 'Menuiserie du Phare', email, phone: '06 12 34 56 78' }
  // Only programs fill a form in within three seconds.
  await expect(() => visitor.send('post', '/introductions', { ...form, ...client, consent: true })).toPass({ intervals: [500] })
  return email
}

export const test = base.extend<object, { readonly sweptWorld: SweptWorld }>({
  sweptWorld: [
    async ({ browser }, use) => {
      const portal = await startPortalIn('sample')
      try {
        await use(await SweptWorld.in(browser, portal))
      } finally {
        await portal.remove()
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

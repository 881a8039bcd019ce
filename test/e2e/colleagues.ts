import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import type { PartnerRole } from '../../src/access/domain/actor.ts'
import type { PortalProcess } from '../running-portal.ts'
import { contextOf } from './sample-world.ts'
import { ownPasswords } from './worlds.ts'

/** No name of anybody is part of it. */
export const passwordOfColleagues = 'petite-lune-17'

export interface Colleague {
  readonly name: string
  readonly email: string
  readonly role: PartnerRole
}

/** Requests of somebody, which fail the test where the portal refuses them. */
export interface ApiOf {
  readonly get: <T>(path: string) => Promise<T>
  readonly send: <T>(method: 'post' | 'put' | 'delete', path: string, data?: object) => Promise<T>
}

export function apiOf(request: APIRequestContext): ApiOf {
  const checked = async <T>(path: string, answer: Awaited<ReturnType<APIRequestContext['get']>>): Promise<T> => {
    const text = await answer.text()
    expect([path, answer.ok(), answer.ok() || text]).toEqual([path, true, true])
    return (text === '' ? null : JSON.parse(text)) as T
  }
  return {
    get: async (path) => checked(path, await request.get(`/api${path}`)),
    send: async (method, path, data) => checked(path, await request[method](`/api${path}`, data ? { data } : {})),
  }
}

/** A second window of staff, who work in the API alone. */
export async function otherStaff(browser: Browser, portal: PortalProcess): Promise<ApiOf> {
  return apiOf((await contextOf(browser, portal, administrator.email)).request)
}

/** The id of a partner by the name of its main person. */
export async function partnerNamed(staff: ApiOf, fullName: string): Promise<string> {
  const { partners } = await staff.get<{ partners: readonly { id: string; name: string }[] }>('/partners/names')
  const partner = partners.find(({ name }) => name === fullName)
  expect(partner, fullName).toBeDefined()
  return partner?.id ?? ''
}

/** Somebody who was invited comes in, and `openAs` can sign them in. Returns what they send from then on. */
export async function acceptByApi(
  browser: Browser,
  portal: PortalProcess,
  { name, email }: Pick<Colleague, 'name' | 'email'>,
): Promise<ApiOf> {
  const token = new URL(await portal.linkMailedTo(email, 'invitation')).searchParams.get('token')
  const theirs = apiOf((await contextOf(browser, portal, null)).request)
  await theirs.send('post', '/invitations/accept', { token, fullName: name, password: passwordOfColleagues })
  ownPasswords.set(email, passwordOfColleagues)
  return theirs
}

/** Staff invite somebody to a partner, and they come in. */
export async function joinByApi(
  browser: Browser,
  portal: PortalProcess,
  staff: ApiOf,
  partnerId: string,
  colleague: Colleague,
): Promise<ApiOf> {
  const { name: fullName, email, role } = colleague
  await staff.send('post', `/partners/${partnerId}/team/invitations`, { fullName, email, role, password })
  return acceptByApi(browser, portal, colleague)
}

/** Adds a lead of somebody. */
export const addLeadByApi = (theirs: ApiOf, company: string, more: object = {}) =>
  theirs.send<{ id: string }>('post', '/leads', {
    name: 'Zoé Cliente',
    company,
    email: `zoe@${company.toLowerCase().replace(/\W+/g, '-')}.example`,
    estimatedAmountCents: 500_000,
    offerType: 'automation',
    ...more,
  })

/** Adds a pending commission of 10 % to a partner by hand, as staff. */
export const addCommissionByApi = async (staff: ApiOf, fullName: string, description: string, revenueCents: number) =>
  staff.send<{ id: string }>('post', '/commissions', {
    partnerId: await partnerNamed(staff, fullName),
    description,
    revenueCents,
    commissionRate: 10,
  })

/** Chooses a partner in a searchable field. */
export async function choosePartner(page: Page, label: string, fullName: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label })
  await field.click()
  await field.fill(fullName)
  await page.getByRole('option', { name: new RegExp(fullName) }).click()
}

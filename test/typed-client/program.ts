// A third-party client of the API. `schema.d.ts` is generated from docs/openapi.json by the test.
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

type Lead = components['schemas']['Lead']
type ListedLead = components['schemas']['ListedLead']
type Problem = components['schemas']['Problem']

export class ApiProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`)
    this.problem = problem
  }
}

/** Reads all leads of a status page by page and moves each to another. */
export async function moveAll(baseUrl: string, cookie: string, from: Lead['status'], to: Lead['status']): Promise<Lead[]> {
  const client = createClient<paths>({ baseUrl, headers: { cookie } })
  const leads: ListedLead[] = []
  for (let cursor: string | undefined; ; ) {
    const { data, error } = await client.GET('/api/leads', { params: { query: { status: from, limit: 50, cursor } } })
    if (error) throw new ApiProblem(error)
    leads.push(...data.items)
    if (data.nextCursor === null) break
    cursor = data.nextCursor
  }
  const moved: Lead[] = []
  for (const { id } of leads) {
    const { data, error } = await client.POST('/api/leads/{id}/move', {
      params: { path: { id }, header: { 'Idempotency-Key': `move-${id}-${to}` } },
      body: { from, to },
    })
    if (error) throw new ApiProblem(error)
    moved.push(data)
  }
  return moved
}

/** The e-mail addresses of the newest leads, which a list has with `fields=all`. */
export async function addressesOf(client: ReturnType<typeof createClient<paths>>): Promise<string[]> {
  const { data, error } = await client.GET('/api/leads', { params: { query: { fields: 'all' } } })
  if (error) throw new ApiProblem(error)
  return data.items.map(({ name, email = '' }) => `${name} <${email}>`)
}

export async function mistakes(client: ReturnType<typeof createClient<paths>>): Promise<void> {
  // @ts-expect-error there is no such path
  await client.GET('/api/nothing')
  // @ts-expect-error 'done' is no status
  await client.GET('/api/commissions', { params: { query: { status: 'done' } } })
  // @ts-expect-error a lead needs a name
  await client.POST('/api/leads', { body: { email: 'ada@example.com', estimatedAmountCents: 1, offerType: 'star' } })
  const { data } = await client.GET('/api/commissions/summary', {})
  // @ts-expect-error amounts are numbers
  const amount: string | undefined = data?.byStatus[0]?.amountCents
  void amount
}

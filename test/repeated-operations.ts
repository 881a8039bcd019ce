import { apiKeyRoutes } from '#accounts/api-keys/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { periodRoutes } from '#people-data/periods/api.ts'
import { newId } from '#platform/server/ids.ts'
import { type Client, password, type TestApp } from './test-app.ts'

const lead = {
  name: 'Paul',
  company: 'Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 100,
  offerType: 'star' as const,
}

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** Changes that run the portal itself, each with what it needs. */
export function operationChanges(app: () => TestApp): Readonly<Record<string, () => Promise<SentRequest>>> {
  const staff = () => app().admin
  const newFile = { kind: 'leads' as const, fileName: 'a.csv', fileHash: '0'.repeat(64), rowCount: 1 }
  const failedJob = async () => {
    const id = newId()
    await app().portal.database.asOwner((run) =>
      run("insert into failed_jobs (id, name, data, error, attempts, failed_at) values ($1, 'sweep', '{}', 'x', 1, now())", [id]),
    )
    return { params: { id } }
  }
  let people = 0
  const partner = () => {
    people += 1
    const body = { email: `crm${people}@exemple.fr`, fullName: 'Luc Connu', role: 'partner' as const }
    return staff().call(partnerRoutes.invite, { body })
  }
  const endpoint = async () => {
    // Off, so that other changes send nothing.
    const body = { url: 'https://crm.invalid/', events: ['lead.deleted' as const], enabled: false, password }
    const webhook = await staff().call(webhookRoutes.createWebhook, { body })
    // It has failed before, so that the job of a test's message has nothing more to note of it, whenever it runs.
    await app().portal.database.asOwner((run) =>
      run('update webhook_endpoints set failing_since = now() where id = $1', [webhook.id]),
    )
    return webhook
  }
  const contract = async () => app().assignContract((await partner()).id)
  return {
    beginImport: async () => [staff(), { body: newFile }],
    remindContracts: async () => [staff(), { body: { ids: [(await contract()).id] } }],
    remindInvitations: async () => [staff(), { body: { ids: [(await partner()).id] } }],
    choosePeriod: async () => [staff(), { params: { name: 'mail' }, body: { days: 300, reason: '' } }],
    confirmPeriods: async () => {
      const { days } = await staff().call(periodRoutes.listPeriods, {})
      return [staff(), { body: { days, password } }]
    },
    retryFailure: async () => [staff(), await failedJob()],
    retryFailures: async () => {
      await failedJob()
      return [staff(), {}]
    },
    dismissFailure: async () => [staff(), await failedJob()],
    saveSettings: async () => [staff(), { body: { providerName: 'Acme', tagline: 'Bonjour', accentColour: '#1f4d3f' } }],
    saveIdentityProvider: async () => [
      staff(),
      { body: { name: 'Acme', issuer: 'https://id.invalid', clientId: 'portal', enabled: false, password } },
    ],
    changeWebhook: async () => {
      const { id, url } = await endpoint()
      return [staff(), { params: { id }, body: { url, description: 'Autre', events: ['lead.moved'], enabled: false } }]
    },
    deleteWebhook: async () => [staff(), { params: { id: (await endpoint()).id } }],
    testWebhook: async () => [staff(), { params: { id: (await endpoint()).id } }],
    replayDelivery: async () => {
      const delivery = await staff().call(webhookRoutes.testWebhook, { params: { id: (await endpoint()).id } })
      return [staff(), { params: { id: delivery.id } }]
    },
    upsertLead: async () => [
      staff(),
      { params: { externalId: 'crm/1' }, body: { ...lead, partnerId: (await partner()).id, status: 'premier_contact' } },
    ],
    setLeadExternalId: async () => {
      const { id } = await staff().call(leadRoutes.addLead, { body: { ...lead, partnerId: (await partner()).id } })
      return [staff(), { params: { id }, body: { externalId: 'crm/2' } }]
    },
    upsertPartner: async () => [
      staff(),
      { params: { externalId: 'crm/3' }, body: { fullName: 'Léa Externe', email: 'externe@exemple.fr' } },
    ],
    setPartnerExternalId: async () => [staff(), { params: { id: (await partner()).id }, body: { externalId: 'crm/4' } }],
    revokeApiKey: async () => {
      const body = { name: 'CRM', scopes: ['leads:read' as const] }
      const { id } = await app().proven(apiKeyRoutes.createApiKey, { body: { ...body, password } })
      return [staff(), { params: { id } }]
    },
  }
}

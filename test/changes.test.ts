import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { settingsRoutes } from '#access/api/identity.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { yearRoutes } from '#money/accounting/api/year.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import type { Route } from '#platform/api/route.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from './databases.ts'
import { programmeForm, yearSettings } from './payout-app.ts'
import { password, TestApp } from './test-app.ts'

/** Paths of the fields that a schema fills in when they are left out. */
function defaultsOf(schema: z.core.$ZodType, path: string): string[] {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    readonly shape?: Record<string, z.core.$ZodType>
    readonly options?: readonly z.core.$ZodType[]
    readonly [part: string]: unknown
  }
  const inner = ['innerType', 'in', 'out', 'left', 'right'].flatMap((part) => (def[part] ? [def[part] as z.core.$ZodType] : []))
  return [
    ...(def.type === 'default' ? [path] : []),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => defaultsOf(field, `${path}.${name}`)),
    ...[...inner, ...(def.options ?? [])].flatMap((part) => defaultsOf(part, path)),
    ...(def.type === 'array' ? defaultsOf(def.element as z.core.$ZodType, `${path}[]`) : []),
  ]
}

test('a change has no default: what is not sent would be erased by it', () => {
  const changes = Object.values(portalRoutes)
    .flatMap((all) => Object.entries(all) as [string, Route][])
    .filter(([, { method, body }]) => (method === 'PUT' || method === 'PATCH') && body)
  expect(changes.length).toBeGreaterThan(25)
  expect(changes.flatMap(([name, { body }]) => (body ? defaultsOf(body, name) : []))).toEqual([])
})

test.each(databaseKinds())('what a change leaves out stays as it is, on %s', async (databaseKind) => {
  const app = await TestApp.open(databaseKind)
  const { admin } = app
  const { commissionBasis, minimumPayoutCents, secondApprovalAboveCents, acceptanceDays, invoiceRequired } = programmeForm
  const { vigilanceThresholdCents, vigilancePercent, vigilanceHold, country, batchBooking, fileFormat } = programmeForm
  const filled = {
    ...programmeForm,
    legalName: 'Acme SAS',
    siren: '732829320',
    vatNumber: 'FR44732829320',
    street: 'rue de la Paix',
    town: 'Paris',
    postcode: '75002',
    bic: 'COBADEFFXXX',
    bankContract: 'K-17',
    settledIsPaid: true,
  }
  const before = await admin.call(programmeRoutes.saveProgramme, { body: filled })
  const short = {
    commissionBasis,
    minimumPayoutCents,
    secondApprovalAboveCents,
    acceptanceDays,
    invoiceRequired,
    vigilanceThresholdCents,
    vigilancePercent,
    vigilanceHold,
    country,
    batchBooking,
    fileFormat,
  }
  expect(await admin.call(programmeRoutes.saveProgramme, { body: short })).toEqual(before)

  const identity = { providerName: 'Acme', accentColour: '#1f4d3f' }
  // The address follows from the registered one, which was saved above.
  const address = 'rue de la Paix, 75002 Paris'
  const more = { tagline: 'Apportez', address, contactEmail: 'contact@acme.example' }
  await admin.call(settingsRoutes.saveSettings, { body: { ...identity, ...more } })
  expect(await admin.call(settingsRoutes.saveSettings, { body: identity })).toMatchObject(more)

  const { siret: _, ape: __, ...rest } = yearSettings
  const year = await admin.call(yearRoutes.saveYearSettings, { body: yearSettings })
  expect(await admin.call(yearRoutes.saveYearSettings, { body: rest })).toEqual(year)

  const endpoint = { url: 'https://crm.example/hook', events: ['lead.created' as const] }
  const webhook = await admin.call(webhookRoutes.createWebhook, {
    body: { ...endpoint, description: 'CRM', enabled: false, password },
  })
  const changed = await admin.call(webhookRoutes.changeWebhook, { params: { id: webhook.id }, body: endpoint })
  expect(changed).toMatchObject({ description: 'CRM', enabled: false })

  const link = { kind: 'link' as const, url: 'https://acme.example/guide' }
  const resource = { title: 'Guide', category: 'documents' as const }
  const added = await admin.call(resourceRoutes.addResource, { body: { ...resource, description: 'Lisez-le', document: link } })
  const edited = await admin.call(resourceRoutes.editResource, {
    params: { id: added.id },
    body: { ...resource, title: 'Livre' },
  })
  expect(edited).toMatchObject({ title: 'Livre', description: 'Lisez-le' })

  const finance = await app.newPerson('finance@acme.example', 'admin', 'Fin Ance')
  await app.changeRole(finance, 'admin', 'finance')
  await app.changeRole(finance, 'admin')
  const { items } = await admin.call(partnerRoutes.listPartners, { query: { role: 'admin' } })
  expect(items.find(({ id }) => id === finance.userId)?.staffRole).toBe('finance')
  await app.close()
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { lostReasons } from '#leads/leads/domain/lost-leads.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { companyBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import { plainField } from '#test/repeated-fields.ts'
import { fieldChanges } from '#test/saved-lists.ts'
import { type Client, password, type TestApp } from '#test/test-app.ts'

/** A text that two people may edit. */
interface Shared {
  readonly read: () => Promise<string>
  /** Saves a text by one of them; `seen` is the text that they saw. */
  readonly one: (text: string, seen?: string) => Promise<{ readonly status: number; readonly body: { readonly code?: string } }>
  /** The other one, who does not say what they saw. */
  readonly other: (text: string) => Promise<unknown>
}

describe.each(databaseKinds())('a text of two people on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
  })
  afterAll(() => app.close())

  const expected = <Value>(value: (seen: string) => Value, seen: string | undefined) =>
    seen === undefined ? {} : { expected: value(seen) }
  let clients = 0
  const addLead = async (): Promise<string> => {
    clients += 1
    const contact = { company: `Société ${clients}`, email: `c${clients}@client.example` }
    return (await marie.call(leadRoutes.addLead, { body: { ...plainLead, ...contact, notes: 'Au début' } })).id
  }
  const readLead = (id: string) => app.admin.call(leadRoutes.getLead, { params: { id } })

  async function notes(one: Client, other: Client): Promise<Shared> {
    const params = { id: await addLead() }
    const edit = (who: Client, text: string, seen?: string) =>
      who.try(leadRoutes.editLead, { params, body: { notes: text, ...expected((notes) => ({ notes }), seen) } })
    return {
      read: async () => (await readLead(params.id)).notes,
      one: (text, seen) => edit(one, text, seen),
      other: (text) => edit(other, text),
    }
  }

  const shared: Readonly<Record<string, () => Promise<Shared>>> = {
    'a lead’s notes, by the partner': () => notes(marie, app.admin),
    'a lead’s notes, by staff': () => notes(app.admin, marie),
    'a lead’s notes, by a program': async () => {
      const id = await addLead()
      await app.admin.call(leadExternalIdRoutes.setLeadExternalId, { params: { id }, body: { externalId: 'deal-1' } })
      const params = { externalId: 'deal-1' }
      const save = (notes: string, seen?: string) =>
        app.admin.try(leadExternalIdRoutes.upsertLead, {
          params,
          body: { notes, ...expected((before) => ({ notes: before }), seen) },
        })
      return {
        read: async () => (await readLead(id)).notes,
        one: save,
        other: (text) => marie.call(leadRoutes.editLead, { params: { id }, body: { notes: text } }),
      }
    },
    'a custom field that staff alone see': async () => {
      await fieldChanges(() => app.admin).add({ ...plainField, key: 'margin', name: 'Marge', partner: 'none' })
      const params = { id: await addLead() }
      const edit = (margin: string, seen?: string) => {
        const body = { fields: { margin }, ...expected((before) => ({ fields: { margin: before || null } }), seen) }
        return app.admin.try(leadRoutes.editLead, { params, body })
      }
      return { read: async () => String((await readLead(params.id)).fields?.margin ?? ''), one: edit, other: edit }
    },
    'a custom field that a partner edits': async () => {
      await fieldChanges(() => app.admin).add({ ...plainField, key: 'town', name: 'Ville', partner: 'edits' })
      const params = { id: await addLead() }
      const edit = (who: Client, town: string, seen?: string) => {
        const body = { fields: { town }, ...expected((before) => ({ fields: { town: before || null } }), seen) }
        return who.try(leadRoutes.editLead, { params, body })
      }
      return {
        read: async () => String((await readLead(params.id)).fields?.town ?? ''),
        one: (text, seen) => edit(marie, text, seen),
        other: (text) => edit(app.admin, text),
      }
    },
    'why a lead was lost': async () => {
      const params = { id: await addLead() }
      const [reason] = lostReasons
      const loss = { reason, note: 'Au début' }
      await marie.call(leadRoutes.moveLead, { params, body: { from: 'nouveau', to: 'refuse', loss } })
      const explain = (who: Client, note: string, seen?: string) => {
        const body = { reason, note, ...expected((before) => ({ reason, note: before }), seen) }
        return who.try(leadRoutes.explainLoss, { params, body })
      }
      return {
        read: async () => (await readLead(params.id)).loss?.note ?? '',
        one: (text, seen) => explain(app.admin, text, seen),
        other: (text) => explain(marie, text),
      }
    },
    'the description of a resource': async () => {
      const fields = { title: 'Tarifs', category: 'documents' as const }
      const document = { kind: 'link' as const, url: 'https://acme.example/tarifs' }
      const { id } = await app.admin.call(resourceRoutes.addResource, { body: { ...fields, document } })
      const edit = (description: string, seen?: string) => {
        const body = { ...fields, description, ...expected((before) => ({ description: before }), seen) }
        return app.admin.try(resourceRoutes.editResource, { params: { id }, body })
      }
      const read = async () => {
        const { items } = await app.admin.call(resourceRoutes.listResources, { query: {} })
        return items.find((each) => each.id === id)?.description ?? ''
      }
      return { read, one: edit, other: edit }
    },
    'the description of a webhook': async () => {
      const fields = { url: 'https://crm.example.com/hook', events: ['lead.created' as const] }
      const { id } = await app.admin.call(webhookRoutes.createWebhook, { body: { ...fields, password } })
      const edit = (description: string, seen?: string) => {
        const body = { ...fields, description, ...expected((before) => ({ ...fields, description: before }), seen) }
        return app.admin.try(webhookRoutes.changeWebhook, { params: { id }, body })
      }
      const read = async () => {
        const { items } = await app.admin.call(webhookRoutes.listWebhooks, {})
        return items.find((each) => each.id === id)?.description ?? ''
      }
      return { read, one: edit, other: edit }
    },
    'a partner’s company, by staff': () => company('staff'),
    'a partner’s company, by the partner': () => company('partner'),
  }

  async function company(by: 'staff' | 'partner'): Promise<Shared> {
    const lea = await app.newPartner(`lea-${by}@exemple.fr`, 'Léa Moreau')
    const read = async () => (await lea.call(accountRoutes.getMe, {})).company
    const own = (text: string, seen?: string) =>
      lea.try(accountRoutes.changeProfile, {
        body: { fullName: 'Léa Moreau', company: text, ...expected((before) => ({ company: before }), seen) },
      })
    const corrected = (text: string, seen?: string) => {
      const fields = { fullName: 'Léa Moreau', company: text, email: `lea-${by}@exemple.fr` }
      const body = { ...fields, ...expected((before) => ({ ...fields, company: before }), seen) }
      return app.admin.try(partnerCorrectionRoutes.correctPartner, { params: { id: lea.userId }, body })
    }
    return by === 'staff' ? { read, one: corrected, other: own } : { read, one: own, other: corrected }
  }

  test.each(Object.entries(shared))('%s: what somebody else has saved is not overwritten unseen', async (_, open) => {
    const { read, one, other } = await open()
    const seen = await read()
    await other('De l’autre')
    const { status, body } = await one('De l’un', seen)
    expect([status, body.code, await read()]).toEqual([409, 'changed_meanwhile', 'De l’autre'])
    expect((await one('Des deux', 'De l’autre')).status).toBe(200)
    expect(await read()).toBe('Des deux')
    // Who does not say what they saw overwrites, as before.
    expect((await one('De l’un')).status).toBe(200)
    expect(await read()).toBe('De l’un')
  })

  test('billing data that staff have corrected meanwhile is not overwritten by the partner unseen', async () => {
    const bruno = await app.newPartner('bruno@exemple.fr', 'Bruno Petit')
    const save = (more: { legalForm: string; seenAt?: string | null }) =>
      bruno.try(billingRoutes.saveBilling, { body: { ...companyBilling, ...more } })
    const { updatedAt } = (await save({ legalForm: 'SARL', seenAt: null })).body
    app.pass(1000)
    const correction = { ...companyBilling, legalForm: 'SAS', seenAt: updatedAt }
    const corrected = await app.admin.call(billingRoutes.correctBilling, { params: { id: bruno.userId }, body: correction })
    for (const seenAt of [updatedAt, null])
      expect((await save({ legalForm: 'EURL', seenAt })).body).toMatchObject({ code: 'billing_changed' })
    expect((await bruno.call(billingRoutes.getBilling, {})).profile?.legalForm).toBe('SAS')
    expect((await save({ legalForm: 'EURL', seenAt: corrected.updatedAt })).status).toBe(200)
    expect((await save({ legalForm: 'SARL' })).status).toBe(200)
  })
})

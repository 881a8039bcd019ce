import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { assignContract } from '#contracts/contracts/server/commands.ts'
import { type TemplateDetail, templateRoutes } from '#contracts/templates/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf } from '#test/imports.ts'
import { type Answer, type Client, password, TestApp } from '#test/test-app.ts'
import { partnerRoutes } from '../api/partners.ts'
import { changeRole, deletePartner, withdrawInvitation } from './commands.ts'

const lead = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_000_000,
  offerType: 'star' as const,
}
const reason = 'Erreur de nom'
const document = { kind: 'link' as const, url: 'https://documents.example/contract' }
const importRow = { name: 'Anne', company: 'Anne SARL', email: 'anne@exemple.fr', amount: '10', offer: 'Star', status: 'signe' }

interface Its {
  readonly app: TestApp
  readonly who: Client
  readonly template: TemplateDetail
  /** A contract pending their signature. */
  readonly waiting: string
}

/** Actions of staff or the partner that run during the deletion. */
const begun: Readonly<Record<string, (its: Its) => Promise<unknown>>> = {
  'a contract is assigned': async ({ app, who }) =>
    codeOf(
      app.admin.try(contractRoutes.assignContract, {
        body: { partnerId: who.userId, title: 'Avenant', contractType: 'amendment', document },
      }),
    ),
  'a template is assigned to them among others': async ({ app, who, template }) => {
    const params = { id: template.id }
    const answer = await app.admin.try(templateRoutes.assignTemplate, { params, body: { partnerIds: [who.userId] } })
    expect(answer.body.results.map((each) => each.contractId)).toEqual([null])
    return answer.body.results[0]?.problem ? 'partner_not_active' : 'assigned'
  },
  'staff add a lead': ({ app, who }) => codeOf(app.admin.try(leadRoutes.addLead, { body: { ...lead, partnerId: who.userId } })),
  'staff import leads': ({ app, who }) =>
    leadsOf(app, app.admin)
      .add([importRow], { partnerId: who.userId })
      .then(
        ([row]) => (row?.outcome === 'imported' ? 'imported' : 'partner_not_active'),
        (error: Error) => (error.message.includes('partner_not_active') ? 'partner_not_active' : error.message),
      ),
  'staff import a file that names them': async ({ app, who }) => {
    const rows = [{ ...importRow, partner: `${who.userId.slice(-12)}@exemple.fr` }]
    const [row] = await leadsOf(app, app.admin).add(rows)
    return row?.outcome === 'refused' ? 'partner_not_active' : row?.outcome
  },
  'the partner adds a lead': ({ who }) => codeOf(who.try(leadRoutes.addLead, { body: lead })),
  'a commission is added by hand': ({ app, who }) =>
    codeOf(
      app.admin.try(commissionRoutes.addCommission, {
        body: { partnerId: who.userId, description: 'Prime', revenueCents: 100_000 },
      }),
    ),
  'their contract is revoked': ({ app, who }) =>
    codeOf(app.admin.try(partnerRoutes.revokePartnerContract, { params: { id: who.userId }, body: { reason } })),
  'a contract that waits is opened': ({ who, waiting }) =>
    codeOf(who.try(signingRoutes.openSigning, { params: { id: waiting } })),
  'a contract that waits is validated': ({ app, waiting }) =>
    codeOf(app.admin.try(contractRoutes.validateContract, { params: { id: waiting } })),
}

const codeOf = async (answer: Promise<Answer<{ code?: string }>>) => {
  const { status, body } = await answer
  return body?.code ?? status
}

describe.each(databaseKinds())('concurrent deletion of a partner on %s', (databaseKind) => {
  let app: TestApp
  let template: TemplateDetail
  let people = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    const body = [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Avenant' }] }]
    template = await app.admin.call(templateRoutes.createTemplate, {
      body: { kind: 'amendment', name: 'Prime', title: 'Avenant prime', body },
    })
  })
  afterAll(() => app.close())

  const newPartner = async () => {
    people += 1
    const who = await app.newPartner(`partenaire${people}@exemple.fr`, `Partenaire ${people}`)
    await app.portal.database.asActor(system, (tx) =>
      tx
        .updateTable('profiles')
        .set({ email: `${who.userId.slice(-12)}@exemple.fr` })
        .where('user_id', '=', who.userId)
        .execute(),
    )
    const { id: waiting } = await app.assignContract(who.userId, 'amendment')
    return { who, waiting }
  }
  const admin = () => ({ kind: 'admin', userId: app.admin.userId, rights }) as const

  /** Whether a connection waits for a lock; the embedded database queues transactions instead. */
  const somebodyWaits = async () => {
    if (databaseKind === 'pglite') return true
    const { rows } = await app.portal.database.asOwner((run) =>
      run("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
    )
    return rows.length > 0
  }

  /** Starts `second` before `first` commits, and commits `first` once `second` waits for its lock. */
  async function together<T>(first: Parameters<typeof withTransaction<void>>[2], second: () => Promise<T>): Promise<T> {
    const gate = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const holding = withTransaction(app.portal, admin(), async (context) => {
      await first(context)
      entered.resolve()
      await gate.promise
    })
    await Promise.race([entered.promise, holding])
    let isOver = false
    const waiting = second().finally(() => {
      isOver = true
    })
    while (!isOver && !(await somebodyWaits())) await new Promise((resolve) => setTimeout(resolve, 10))
    gate.resolve()
    await holding
    return waiting
  }

  const rowsOf = (partnerId: string) =>
    app.portal.database.asActor(system, async (tx) => ({
      pending: await tx
        .selectFrom('contracts')
        .select('title')
        .where('user_id', '=', partnerId)
        .where('status', '=', 'en_attente')
        .execute(),
      leads: await tx.selectFrom('leads').select('id').where('partner_id', '=', partnerId).execute(),
      commissions: await tx.selectFrom('commissions').select('id').where('partner_id', '=', partnerId).execute(),
    }))
  const nothing = { pending: [], leads: [], commissions: [] }

  test.each(Object.entries(begun))('%s during their deletion: the partner is not found', async (_, begin) => {
    const { who, waiting } = await newPartner()
    const result = await together(
      (context) => deletePartner(context, who.userId),
      () => begin({ app, who, template, waiting }),
    )
    expect(['partner_not_active', 'not_signed_in', 'not_found']).toContain(result)
    expect(await rowsOf(who.userId)).toEqual(nothing)
  })

  test.each(Object.entries(begun).filter(([name]) => !/opened/.test(name)))(
    '%s while they become an administrator: the partner is not found',
    async (_, begin) => {
      const { who, waiting } = await newPartner()
      const its = { app, who, template, waiting }
      const result = await together(
        (context) => changeRole(context, who.userId, { role: 'admin' }),
        () => begin(its),
      )
      expect(['partner_not_active', 'partner_required', 'not_allowed']).toContain(result)
      const rows = await rowsOf(who.userId)
      expect([rows.pending.map((each) => each.title), rows.leads, rows.commissions]).toEqual([['Contrat 2026'], [], []])
    },
  )

  test('a contract being assigned during the deletion is deleted with the others', async () => {
    const { who } = await newPartner()
    const order = { partnerId: who.userId, title: 'Avenant', contractType: 'amendment' as const, document }
    const deleted = await together(
      async (context) => void (await assignContract(context, order)),
      () => app.admin.try(partnerRoutes.deletePartner, { params: { id: who.userId }, query: {} }),
    )
    expect(deleted.status).toBe(204)
    expect((await rowsOf(who.userId)).pending).toEqual([])
  })

  test('an invitation resent or accepted while it is withdrawn does not work', async () => {
    for (const way of ['resend', 'accept'] as const) {
      const body = { email: `ines-${way}@exemple.fr`, fullName: 'Ines Invitee', role: 'partner' as const }
      const { id } = await app.admin.call(partnerRoutes.invite, { body })
      const token = await app.invitationToken(id)
      const result = await together(
        (context) => withdrawInvitation(context, id),
        () =>
          way === 'resend'
            ? codeOf(app.admin.try(partnerRoutes.resendInvitation, { params: { id } }))
            : codeOf(app.anonymous().try(authRoutes.acceptInvitation, { body: { token, fullName: 'Ines', password } })),
      )
      expect([way, result]).toEqual([way, way === 'resend' ? 'not_found' : 'link_invalid'])
    }
  })

  test('an administrator who was a partner is not treated as a partner', async () => {
    const { who } = await newPartner()
    await app.changeRole(who, 'admin')
    const params = { id: who.userId }
    const revoke = () => app.admin.try(partnerRoutes.revokePartnerContract, { params, body: { reason } })
    for (const answer of [await app.admin.try(partnerRoutes.validatePartnerContract, { params }), await revoke()]) {
      expect(answer.body).toMatchObject({
        code: 'partner_not_active',
        detail: `Partenaire ${people} is an administrator, and not a partner any more.`,
      })
    }
    const { items } = await app.admin.call(contractRoutes.listContracts, { query: { partnerId: who.userId } })
    expect(items.map(({ status, can }) => [status, can.validate, can.revoke])).toEqual([
      ['en_attente', false, false],
      ['signe', false, false],
    ])
    await app.changeRole(who, 'partner')
    expect((await revoke()).status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagePaths } from '#access/domain/page-paths.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { passkeyRoutes } from '#accounts/auth/api/passkeys.ts'
import { savedViewRoutes } from '#accounts/saved-views/api.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { countersignConsents } from '#contracts/contracts/domain/signing.ts'
import { templateRoutes } from '#contracts/templates/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { honoursKey, type Route } from '#platform/api/route.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { receiptBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { hostileLetters } from '#test/hostile-letters.ts'
import { inOrder } from '#test/in-order.ts'
import { leadFileRequests } from '#test/lead-files.ts'
import { OwnInvoices } from '#test/own-invoices.ts'
import { PasskeyDevice, passkeyIn } from '#test/passkey-device.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { payoutChanges } from '#test/payout-changes.ts'
import { disputeRequests } from '#test/repeated-disputes.ts'
import { erasureRequests } from '#test/repeated-erasures.ts'
import { fieldRequests } from '#test/repeated-fields.ts'
import { invoiceRequests } from '#test/repeated-invoices.ts'
import { offerRequests } from '#test/repeated-offers.ts'
import { operationChanges } from '#test/repeated-operations.ts'
import { partnerChanges } from '#test/repeated-partner-changes.ts'
import { peopleRequests } from '#test/repeated-people-requests.ts'
import { programmeRequests } from '#test/repeated-programme.ts'
import { registrationRequests } from '#test/repeated-registrations.ts'
import { RepeatedRequests, type SentRequest } from '#test/repeated-requests.ts'
import { ruleRequests } from '#test/repeated-rules.ts'
import { shareRequests } from '#test/repeated-shares.ts'
import { stageRequests } from '#test/repeated-stages.ts'
import { teamRequests } from '#test/repeated-team.ts'
import { minute, SigningTestApp } from '#test/signing-app.ts'
import { storedSentences } from '#test/stored-sentences.ts'
import { type Client, password } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { vigilanceChanges } from '#test/vigilance.ts'
import { pdf } from '../../../../../demo/pdf.ts'

const changes = Object.values(portalRoutes)
  .flatMap((routes) => Object.entries(routes) as [string, Route][])
  .filter(([, route]) => honoursKey(route))
const routeOf = new Map(changes)

describe.each(databaseKinds())('repeated changes on %s', inOrder, (databaseKind) => {
  let desk: SigningTestApp
  let partner: Client
  let payouts: PayoutApp
  let people = 0
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    partner = await desk.app.newPartner('paul@exemple.fr', 'Paul Partenaire')
    payouts = await PayoutApp.around(desk.app)
  })
  afterAll(() => desk.close())

  const staff = () => desk.app.admin
  const someone = (role: 'partner' | 'admin' = 'partner') => {
    people += 1
    return desk.app.newPerson(`personne${people}@exemple.fr`, role, `Personne ${people}`)
  }
  const lead = async () => {
    people += 1
    const body = { name: 'Zoé', company: `Société ${people}`, email: `zoe${people}@exemple.fr`, estimatedAmountCents: 10_000 }
    return partner.call(leadRoutes.addLead, { body: { ...body, offerType: 'star' } })
  }
  const bonus = { description: 'Prime', revenueCents: 10_000, commissionRate: 15 }
  const commission = () => staff().call(commissionRoutes.addCommission, { body: { ...bonus, partnerId: partner.userId } })
  const validated = async () => {
    const { id } = await commission()
    return staff().call(commissionRoutes.validateCommission, { params: { id } })
  }
  const today = () => isoDay(desk.app.now, defaultTimeZone)
  const payment = () => ({ reference: 'F-1', receivedOn: today(), netCents: 4000 })
  const paidByClient = async () => {
    const { id } = await lead()
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    await staff().call(clientPaymentRoutes.changeBasis, { params: { id }, body: { basis: 'cash' } })
    return id
  }
  const link = { kind: 'link' as const, url: 'https://documents.example/contrat' }
  const contract = async () => desk.app.assignContract((await someone()).userId)
  /** Assigns a contract to the test's partner, opens it and requests a code. */
  const toSign = async () => {
    desk.app.pass(minute)
    await desk.nextPartner()
    const { id } = await desk.assign()
    const { body } = await desk.read(id)
    return { id, sheet: body, client: desk.marie }
  }
  const signed = async () => {
    desk.app.pass(minute)
    await desk.nextPartner()
    return (await desk.signed(await desk.assign())).contract
  }
  const paragraph = [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Bonjour' }] }]
  const templateForm = (kind: 'main' | 'amendment' = 'main') => {
    people += 1
    return { kind, name: `Modèle ${people}`, title: 'Avenant', body: paragraph }
  }
  const template = (kind?: 'main' | 'amendment') => staff().call(templateRoutes.createTemplate, { body: templateForm(kind) })
  const withTwoFactor = async () => {
    const client = await someone()
    const { totpUri } = await client.call(accountRoutes.startTwoFactor, { body: { password } })
    return { client, totpUri }
  }
  const resource = { title: 'Guide', description: '', category: 'documents' as const, minTierId: null, document: link }

  const requests: Readonly<Record<string, () => Promise<SentRequest>>> = {
    changeProfile: async () => [partner, { body: { fullName: 'Paul Partenaire', company: 'Nouvelle' } }],
    changePassword: async () => [await someone(), { body: { currentPassword: password, newPassword: 'sentier-de-montagne' } }],
    endSession: async () => {
      const client = await someone()
      await desk.app.signIn(desk.app.anonymous(), `personne${people}@exemple.fr`)
      const { sessions } = await client.call(accountRoutes.listSessions, {})
      return [client, { params: { id: sessions.find(({ current }) => !current)?.id } }]
    },
    confirmTwoFactor: async () => {
      const { client, totpUri } = await withTwoFactor()
      return [client, { body: { code: totp(totpUri) } }]
    },
    stopTwoFactor: async () => {
      const { client, totpUri } = await withTwoFactor()
      await client.call(accountRoutes.confirmTwoFactor, { body: { code: nextTotp(totpUri) } })
      return [client, { body: { password, code: totp(totpUri) } }]
    },
    addPasskey: async () => {
      const client = await someone()
      const asked = await client.call(passkeyRoutes.newPasskeyQuestion, { body: { password } })
      return [client, { body: { name: 'Téléphone', passkey: new PasskeyDevice('http://portal.test').create(asked) } }]
    },
    removePasskey: async () => {
      const client = await someone()
      return [client, { params: { id: await passkeyIn(client, desk.app.portal.config) }, body: { password } }]
    },
    invite: async () => [staff(), { body: { email: `invite${people}@exemple.fr`, fullName: 'Léa Invitée', role: 'partner' } }],
    resendInvitation: async () => [staff(), { params: { id: await invited() } }],
    withdrawInvitation: async () => [staff(), { params: { id: await invited() } }],
    changeRole: async () => [staff(), { params: { id: (await someone()).userId }, body: { role: 'admin', password } }],
    endSessions: async () => [staff(), { params: { id: (await someone()).userId }, query: { removePasskeys: 'true' } }],
    resetSecondFactor: async () => {
      const { userId } = await someone()
      const sql = 'update auth.users set two_factor_enabled = true where id = $1'
      await desk.app.portal.database.asOwner((run) => run(sql, [userId]))
      return [staff(), { params: { id: userId }, body: { reason: 'Téléphone perdu' } }]
    },
    validatePartnerContract: async () => [staff(), { params: { id: (await contract()).partner.id } }],
    revokePartnerContract: async () => {
      const { partner: owner } = await contract()
      await staff().call(partnerRoutes.validatePartnerContract, { params: { id: owner.id } })
      return [staff(), { params: { id: owner.id }, body: { reason: 'Une erreur' } }]
    },
    deletePartner: async () => [staff(), { params: { id: (await someone()).userId } }],
    addLead: async () => {
      const { name, company, email, estimatedAmountCents, offerType } = await lead()
      return [partner, { body: { name, company: `${company} bis`, email: `b${email}`, estimatedAmountCents, offerType } }]
    },
    editLead: async () => [partner, { params: { id: (await lead()).id }, body: { notes: 'Rappeler lundi' } }],
    moveLead: async () => [partner, { params: { id: (await lead()).id }, body: { from: 'nouveau', to: 'signe' } }],
    explainLoss: async () => {
      const params = { id: (await lead()).id }
      await partner.call(leadRoutes.moveLead, { params, body: { from: 'nouveau', to: 'refuse' } })
      return [partner, { params, body: { reason: 'budget' } }]
    },
    notADuplicate: async () => [staff(), { params: { id: (await lead()).id } }],
    commentOnLead: async () => [partner, { params: { id: (await lead()).id }, body: { body: 'Bonjour' } }],
    deleteLead: async () => [partner, { params: { id: (await lead()).id } }],
    addCommission: async () => [staff(), { body: { ...bonus, partnerId: partner.userId } }],
    correctCommission: async () => {
      const { id, revenueCents, commissionRate } = await commission()
      return [staff(), { params: { id }, body: { revenueCents: 20_000, commissionRate, from: { revenueCents, commissionRate } } }]
    },
    removeCommission: async () => [staff(), { params: { id: (await commission()).id } }],
    validateCommission: async () => [staff(), { params: { id: (await commission()).id } }],
    validateCommissions: async () => {
      const { id, amountCents } = await commission()
      return [staff(), { body: { ids: [id], amountCents } }]
    },
    payCommission: async () => [staff(), { params: { id: (await validated()).id } }],
    payCommissions: async () => {
      const { id, amountCents } = await validated()
      return [staff(), { body: { ids: [id], amountCents } }]
    },
    ...disputeRequests({ partner: () => partner, staff, validated }),
    ...erasureRequests({ app: () => desk.app, lead, other: () => someone() }),
    ...shareRequests({ staff, other: () => someone(), lead }),
    ...teamRequests(
      staff,
      () => partner,
      () => desk.app,
    ),
    ...registrationRequests({ app: () => desk.app, partner: () => partner, staff, other: () => someone(), lead }),
    reverseCommission: async () => {
      const { id, revenueCents } = await validated()
      return [staff(), { params: { id }, body: { revenueCents, leftCents: revenueCents, reason: 'Client remboursé' } }]
    },
    holdCommission: async () => [staff(), { params: { id: (await validated()).id }, body: { reason: 'À éclaircir' } }],
    releaseCommission: async () => {
      const { id } = await validated()
      await staff().call(commissionRoutes.holdCommission, { params: { id }, body: { reason: 'À éclaircir' } })
      return [staff(), { params: { id } }]
    },
    recordClientPayment: async () => [staff(), { body: { ...payment(), leadId: await paidByClient() } }],
    refundClientPayment: async () => {
      const body = { ...payment(), leadId: await paidByClient() }
      const { payment: paid } = await staff().call(clientPaymentRoutes.recordClientPayment, { body })
      return [staff(), { params: { id: paid.id }, body: { ...payment(), reference: 'AV-1' } }]
    },
    closeRemainder: async () => {
      const leadId = await paidByClient()
      await staff().call(clientPaymentRoutes.recordClientPayment, { body: { ...payment(), leadId } })
      return [staff(), { params: { id: leadId }, body: { reason: 'Projet réduit', remainderCents: 6000 } }]
    },
    ...invoiceRequests(staff, paidByClient),
    changeBasis: async () => [staff(), { params: { id: (await lead()).id }, body: { basis: 'cash' } }],
    ...payoutChanges(() => payouts),
    ...new OwnInvoices(() => payouts).changes(),
    ...vigilanceChanges(() => payouts),
    ...offerRequests(staff),
    ...peopleRequests(staff, lead),
    ...ruleRequests(
      staff,
      () => partner,
      () => isoDay(desk.app.now, defaultTimeZone),
    ),
    ...stageRequests(staff),
    ...leadFileRequests(() => partner),
    ...programmeRequests(staff),
    ...fieldRequests(staff),
    saveTiers: async () => {
      const { tiers } = await staff().call(tierRoutes.listTiers, {})
      const draft = tiers.map(({ id, name, minRevenueCents, commissionRate }) => {
        return { id, name, minRevenueCents, commissionRate, archivedAt: null }
      })
      return [staff(), { body: { tiers: draft.map((each, index) => ({ ...each, name: `Palier ${index}` })), expected: draft } }]
    },
    assignContract: async () => [
      staff(),
      { body: { partnerId: partner.userId, title: 'Avenant 2', contractType: 'amendment', document: link } },
    ],
    validateContract: async () => [staff(), { params: { id: (await contract()).id } }],
    attachScan: async () => {
      const { id } = await contract()
      await staff().call(contractRoutes.validateContract, { params: { id } })
      const { body } = await desk.upload(pdf('Scan'), 'scan')
      return [staff(), { params: { id }, body: { uploadId: body.id } }]
    },
    revokeContract: async () => {
      const { id } = await contract()
      await staff().call(contractRoutes.validateContract, { params: { id } })
      return [staff(), { params: { id }, body: { reason: 'Une erreur' } }]
    },
    deleteContract: async () => [staff(), { params: { id: (await contract()).id } }],
    sendSigningCode: async () => {
      const { client, id } = await toSign()
      return [client, { params: { id } }]
    },
    signContract: async () => {
      const { client, id, sheet } = await toSign()
      const { code } = await desk.newCode(id)
      return [client, { params: { id }, body: desk.form(code, sheet.documentSha256) }]
    },
    declineContract: async () => {
      const { client, id } = await toSign()
      return [client, { params: { id }, body: { reason: 'Le taux ne convient pas' } }]
    },
    sendCountersignCode: async () => {
      desk.app.pass(minute)
      return [staff(), { body: { contractIds: [(await signed()).id] } }]
    },
    countersignContract: async () => {
      const { id } = await signed()
      const { code } = await desk.countersignCode(id)
      return [staff(), { params: { id }, body: { code, consent: true, consentVersion: countersignConsents.fr.version } }]
    },
    createTemplate: async () => [staff(), { body: templateForm() }],
    saveTemplate: async () => {
      const { id, name } = await template()
      return [staff(), { params: { id }, body: { name, title: 'Autre titre', body: paragraph, basedOn: 1 } }]
    },
    confirmReview: async () => [staff(), { params: { id: (await template()).id } }],
    archiveTemplate: async () => [staff(), { params: { id: (await template()).id } }],
    assignTemplate: async () => [
      staff(),
      { params: { id: (await template('amendment')).id }, body: { partnerIds: [partner.userId, (await someone()).userId] } },
    ],
    saveAutomaticAmendment: async () => [staff(), { body: { on: false, templateId: (await template('amendment')).id } }],
    addResource: async () => [staff(), { body: resource }],
    deleteResource: async () => {
      const { id } = await staff().call(resourceRoutes.addResource, { body: resource })
      return [staff(), { params: { id } }]
    },
    savePaymentInfo: async () => [
      partner,
      { body: { company: 'Paul SARL', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' } },
    ],
    saveBilling: async () => [partner, { body: receiptBilling }],
    correctBilling: async () => {
      const { updatedAt } = await partner.call(billingRoutes.saveBilling, { body: { ...receiptBilling, town: 'Rezé' } })
      return [staff(), { params: { id: partner.userId }, body: { ...receiptBilling, town: 'Vertou', seenAt: updatedAt } }]
    },
    saveView: async () => [partner, { body: { page: pagePaths.commissions, name: 'À payer', query: 'status=valide' } }],
    deleteSavedView: async () => {
      const { id } = await partner.call(savedViewRoutes.saveView, { body: { page: pagePaths.leads, name: 'Signés', query: '' } })
      return [partner, { params: { id } }]
    },
    saveNotifications: async () => [partner, { body: { switchedOff: [] } }],
    ...operationChanges(() => desk.app),
    ...partnerChanges(staff, () => partner.userId),
  }
  const invited = async () => {
    people += 1
    const body = { email: `attend${people}@exemple.fr`, fullName: 'Léa Attend', role: 'partner' as const }
    return (await staff().call(partnerRoutes.invite, { body })).id
  }

  test('every idempotent route is covered here, and no other', () => {
    expect(Object.keys(requests).toSorted()).toEqual(changes.map(([name]) => name).toSorted())
  })

  const world = () => ({ app: desk.app, routeOf, requests, settle: () => payouts.idle() })
  const repeated = new RepeatedRequests([...routeOf.keys()], world)

  test.each([...routeOf.keys()])('%s is done once with the same response', { timeout: 120_000 }, async (name) => {
    const { client, key, first, second, changed } = await repeated.of(name)
    expect([name, first.status, first.status < 300 ? '' : first.body]).toEqual([name, first.status, ''])
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect([second.status, second.body, second.headers['idempotency-replayed']]).toEqual([first.status, first.body, 'true'])
    expect(changed).toEqual([])
    const other = await client.try(accountRoutes.changeProfile, { body: { fullName: 'Autre Demande', company: '' } }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('events and tables hold facts, and no sentence of ours', async () => {
    expect(await storedSentences(desk.app.portal)).toEqual([])
  })

  test('in no mail about any of these changes is a name of others a link', async () => {
    const { linked, kinds, count } = await hostileLetters(desk.app)
    expect([linked, kinds.length > 15, count > 50]).toEqual([[], true, true])
  })
})

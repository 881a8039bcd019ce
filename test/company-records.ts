import { accountRoutes } from '#accounts/auth/api/account.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { companyBilling, receiptBilling } from './billing-samples.ts'
import { leadWithFile } from './lead-files.ts'
import { plainLead } from './lead-samples.ts'
import { OwnInvoices } from './own-invoices.ts'
import { passkeyIn } from './passkey-device.ts'
import { PayoutApp } from './payout-app.ts'
import type { SigningTestApp } from './signing-app.ts'
import type { Client } from './test-app.ts'
import { sentDocument } from './vigilance.ts'

/** Ids of what a partner has: of each kind of record that has an address of its own one. */
export interface CompanyRecords {
  readonly owner: Client
  /** The address of the signed contract's file, which is the owner's own. */
  readonly fileUrl: string
  readonly signed: string
  readonly signature: string
  readonly pending: string
  /** A contract whose document is a link. */
  readonly link: string
  /** A resource of a tier that nobody has reached. */
  readonly resource: string
  readonly session: string
  readonly passkey: string
  /** A payout with the partner's own invoice. */
  readonly payout: string
  readonly invoice: string
  /** A document that the provider made of a payout. */
  readonly document: string
  readonly vigilance: string
  readonly leadFile: string
  readonly lead: string
}

async function contractsOf(desk: SigningTestApp, owner: Client) {
  const { contract } = await desk.signed(await desk.assign())
  const { signatures } = await owner.call(signingRoutes.contractEvidence, { params: { id: contract.id } })
  return {
    contract,
    ids: {
      signed: contract.id,
      fileUrl: contract.document?.url ?? '',
      signature: signatures[0]?.id ?? '',
      pending: (await desk.assign('amendment')).id,
      link: (await desk.app.assignContract(owner.userId, 'amendment')).id,
    },
  }
}

async function moneyOf(desk: SigningTestApp, owner: Client) {
  const payouts = await PayoutApp.around(desk.app)
  await payouts.bankDetails(owner, 'Marie Dupont')
  await owner.call(billingRoutes.saveBilling, { body: companyBilling })
  const { payout, invoice } = await new OwnInvoices(() => payouts).submitted(owner)
  await owner.call(billingRoutes.saveBilling, { body: receiptBilling })
  await payouts.payable(owner, 10_000)
  await payouts.issued()
  const { items } = await owner.call(invoiceRoutes.listInvoices, { query: {} })
  return { payout: payout.id, invoice: invoice.id, document: items[0]?.id ?? '' }
}

/** A partner of `desk` who has a record of each kind. */
export async function companyRecords(desk: SigningTestApp): Promise<CompanyRecords> {
  await desk.nextPartner()
  const owner = desk.marie
  const { contract, ids } = await contractsOf(desk, owner)
  const { sessions } = await owner.call(accountRoutes.listSessions, {})
  const passkey = await passkeyIn(owner, desk.app.portal.config)
  const { tiers } = await desk.app.admin.call(tierRoutes.listTiers, {})
  const { body: upload } = await desk.upload(Buffer.from(await desk.download(owner, contract)), 'resource')
  const { id: resource } = await desk.app.admin.call(resourceRoutes.addResource, {
    body: {
      title: 'Guide',
      description: '',
      category: 'documents' as const,
      minTierId: tiers.at(-1)?.id ?? null,
      document: { kind: 'file' as const, uploadId: upload.id },
    },
  })
  return {
    owner,
    ...ids,
    session: sessions[0]?.id ?? '',
    passkey,
    resource,
    ...(await moneyOf(desk, owner)),
    vigilance: (await sentDocument(owner)).id,
    leadFile: (await leadWithFile(owner)).fileId,
    lead: (await owner.call(leadRoutes.addLead, { body: plainLead })).id,
  }
}

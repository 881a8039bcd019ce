import { type Actor, soleOwner, system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { acceptInvitation, addInvitation, createFirstAdministrator, setupOpen } from '#accounts/auth/server/commands.ts'
import { addResource, editResource } from '#communication/resources/server/commands.ts'
import { assignContract, validateContract } from '#contracts/contracts/server/commands.ts'
import { createTemplate } from '#contracts/templates/server/commands.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import { invite } from '#partners/partners/server/commands.ts'
import { keepNoticeTexts } from '#people-data/notices/server/text-commands.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { recordedOnly } from '#portal/server/event-rules.ts'
import { saveSettings } from '#provider/programme/server/identity-commands.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedBankDetails } from './bank-details.ts'
import { seedBilling } from './billing.ts'
import { seedClientPayments } from './client-payments.ts'
import { seedClientWords } from './client-words.ts'
import { administrator, colleagues, type DemoPartner, partners, password, provider, resources } from './content.ts'
import { addUploadedFile } from './files.ts'
import { seedIntegrations } from './integrations.ts'
import { seedNews } from './news.ts'
import { seedNotices } from './notices.ts'
import { seedPayoutRuns } from './payout-runs.ts'
import { seedPendingContracts } from './pending-contracts.ts'
import { seedPipeline } from './pipeline.ts'
import { seedRegistrations } from './registrations.ts'
import type { RunAs } from './run-as.ts'
import { seedStaffNotes } from './staff-notes.ts'
import { cabinet, seedTeam } from './team.ts'
import { templates } from './templates.ts'
import { seedVigilance } from './vigilance.ts'

const day = 86_400_000

/** 'camille.lefevre@exemple.fr' */
function emailOf(fullName: string): string {
  return `${foldText(fullName).replace(/\s+/g, '.')}@exemple.fr`
}

/**
 * Seeds an empty portal through its own commands. Its partners read this language; null: the portal's, which is that of the
 * specification. Returns the sign-in data as text to print.
 */
export async function seedDemo(portal: Portal, language: 'fr' | null): Promise<string> {
  if (await withTransaction(portal, system, setupOpen)) {
    const runAs: RunAs = (actor, at, run) =>
      withTransaction({ ...portal, clock: { now: () => at }, eventRules: recordedOnly }, actor, run)
    await seed(portal, runAs, language)
  }
  const signIns = partners
    .filter((each) => each.state !== 'invited')
    .map((each) => `  ${emailOf(each.fullName)}  (${each.state})`)
  const staff = colleagues.map(({ email, staffRole }) => `  ${email}  (${staffRole.replaceAll('_', ' ')})`)
  const team = cabinet.colleagues.map(({ email, role }) => `  ${email}  (${role} with ${cabinet.owner})`)
  const everybody = [`  ${administrator.email}  (administrator)`, ...staff, ...signIns, ...team]
  return [`Sample world. Password of everybody: ${password}`, ...everybody].join('\n')
}

async function seed(portal: Portal, runAs: RunAs, language: 'fr' | null): Promise<void> {
  const now = portal.clock.now()
  const passwordHash = await portal.auth.hashPassword(password)
  const start = new Date(now.getTime() - 560 * day)
  const { userId } = await runAs(system, start, (context) =>
    createFirstAdministrator(context, { setupLinkId: null, ...administrator, passwordHash }),
  )
  const admin = { kind: 'admin', userId, rights } as const
  await runAs(admin, start, (context) => saveSettings(context, provider))
  await seedColleagues(runAs, admin, start, passwordHash)
  await stockResources(portal, runAs, admin, start, now)
  for (const template of templates) await runAs(admin, start, (context) => createTemplate(context, template))
  const shared = { passwordHash, language, followed: new Set<string>(), partnerIds: new Map<string, string>() }
  for (const [index, profile] of partners.entries()) await seedPartner(portal, runAs, admin, profile, index, shared)
  await seedTeam({ runAs, admin }, shared.partnerIds, now, { passwordHash, language })
  await seedPayoutRuns({ portal, runAs, admin }, shared.partnerIds, now)
  await seedPendingContracts({ portal, runAs, admin }, now)
  await seedVigilance({ portal, runAs, admin }, shared.partnerIds, now)
  await seedRegistrations({ portal, runAs, admin }, shared.partnerIds, now)
  await seedAnnouncements({ runAs, admin }, shared.partnerIds, now)
  await seedClientWords({ portal, runAs }, shared.partnerIds, now)
  await seedNews({ portal, runAs, admin }, shared.partnerIds, now)
  await seedIntegrations({ portal, runAs, admin }, now)
  await seedStaffNotes({ runAs, admin }, now)
  await seedNotices({ runAs, admin }, now)
  await keepNoticeTexts(portal)
}

/** Staff in the other roles. With somebody of finance, larger payouts than these need a second person. */
async function seedColleagues(runAs: RunAs, admin: Actor, at: Date, passwordHash: string): Promise<void> {
  await runAs(admin, at, ({ tx }) =>
    tx.updateTable('programme_settings').set({ second_approval_above_cents: 5_000_000 }).execute(),
  )
  for (const { fullName, email, staffRole } of colleagues) {
    const { userId } = await runAs(admin, at, (context) => invite(context, { fullName, email, role: 'admin', staffRole }))
    await runAs(system, at, async (context) => {
      const invitationId = await addInvitation(context, userId)
      await acceptInvitation(context, { invitationId, fullName, passwordHash })
    })
  }
}

async function stockResources(portal: Portal, runAs: RunAs, admin: Actor, start: Date, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const tiers = await runAs(admin, start, (context) => allTiers(context.tx))
  for (const { link, fromTier, revised, isNew, ...fields } of resources) {
    const at = isNew ? ago(4) : start
    const documentOf = async (on: Date) =>
      link
        ? { kind: 'link' as const, url: link }
        : { kind: 'file' as const, uploadId: await addUploadedFile(portal, admin, on, 'resource', fields.title) }
    const resource = { ...fields, minTierId: tiers.find((tier) => tier.name === fromTier)?.id ?? null }
    const document = await documentOf(at)
    const { id } = await runAs(admin, at, (context) => addResource(context, { ...resource, document }))
    if (!revised) continue
    const replacement = { document: await documentOf(ago(9)), note: revised, version: 1 }
    await runAs(admin, ago(9), (context) => editResource(context, id, { ...resource, replacement }))
  }
}

/** Index of the partner with a client who pays in parts. */
const paidInParts = 2

/** Data shared by the sample partners. */
interface Shared {
  readonly passwordHash: string
  readonly language: 'fr' | null
  readonly followed: Set<string>
  /** Ids of the partners with a signed contract, by name. */
  readonly partnerIds: Map<string, string>
}

async function seedPartner(portal: Portal, runAs: RunAs, admin: Actor, profile: DemoPartner, index: number, shared: Shared) {
  const { passwordHash, language, followed, partnerIds } = shared
  const { fullName, company, state } = profile
  const now = portal.clock.now().getTime()
  const invited = new Date(now - profile.monthsAgo * 30 * day - (index + 1) * 3_600_000)
  const after = (days: number) => new Date(Math.min(invited.getTime() + days * day, now - 60_000))
  const { userId } = await runAs(admin, invited, (context) =>
    invite(context, { fullName, email: emailOf(fullName), role: 'partner' }),
  )
  if (state === 'invited') return
  await runAs(system, after(1), async (context) => {
    const invitationId = await addInvitation(context, userId)
    await acceptInvitation(context, { invitationId, fullName, passwordHash })
    await context.tx.updateTable('profiles').set({ company, language }).where('user_id', '=', userId).execute()
  })
  if (state === 'no_contract' || state === 'pending') return
  const uploadId = await addUploadedFile(portal, admin, after(2), 'contract', `Contrat de partenariat ${company}`)
  const { id } = await runAs(admin, after(2), (context) =>
    assignContract(context, {
      partnerId: userId,
      title: `Contrat de partenariat ${company}`,
      contractType: 'main',
      document: { kind: 'file', uploadId },
    }),
  )
  await runAs(admin, after(4), (context) => validateContract(context, id))
  partnerIds.set(fullName, userId)
  const partner: Actor = { kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true }
  await seedBankDetails(portal, runAs, partner, { fullName, company, number: index + 3, savedAt: after(5) })
  await seedBilling(runAs, partner, { fullName, number: index + 3, savedAt: after(5) })
  await seedPipeline({ runAs, admin, partner, profile, seed: index + 1, from: after(6), now: new Date(now), followed })
  if (index === paidInParts) await seedClientPayments({ runAs, admin, partner, now: new Date(now) })
  if (profile.revenue >= 75_000) {
    const amendment = await addUploadedFile(portal, admin, after(200), 'contract', `Avenant ${company}`)
    await runAs(admin, after(200), (context) =>
      assignContract(context, {
        partnerId: userId,
        title: 'Avenant Platinum',
        contractType: 'amendment',
        document: { kind: 'file', uploadId: amendment },
      }),
    )
  }
}

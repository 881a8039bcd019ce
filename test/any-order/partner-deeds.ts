import { sql } from 'kysely'
import { reminderRoutes } from '#communication/reminders/api.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { newId } from '#platform/server/ids.ts'
import { leadStatuses } from '#test/default-stages.ts'
import { plainLead } from '../lead-samples.ts'
import type { Outcome, PortalWorld } from './portal-world.ts'

interface ContractRow {
  readonly id: string
  readonly user_id: string
}

interface LeadRow {
  readonly id: string
  readonly partner_id: string
  readonly status: LeadStatus
}

const active = sql`p.deleted_at is null and p.joined_at is not null
  and coalesce((select r.role from user_roles r where r.user_id = p.user_id), 'partner') = 'partner'`

/** Somebody who is a partner now and has joined. */
export const anyPartner = (world: PortalWorld) =>
  world.one(sql<{ user_id: string }>`select p.user_id from profiles p where ${active} order by p.email`)

const contract = (world: PortalWorld, where: ReturnType<typeof sql>) =>
  world.one(sql<ContractRow>`select c.id, c.user_id from contracts c join profiles p on p.user_id = c.user_id
    where ${active} and ${where} order by p.email, c.created_at, c.id`)

const lead = (world: PortalWorld, where: ReturnType<typeof sql>) =>
  world.one(sql<LeadRow>`select l.id, l.partner_id, l.status from leads l join lead_registrations r on r.lead_id = l.id
    where ${where} order by r.seq`)

const link = { kind: 'link' as const, url: 'https://documents.example/contract' }

async function assign(world: PortalWorld, contractType: 'main' | 'amendment'): Promise<Outcome> {
  const partner = await anyPartner(world)
  if (!partner) return 'nothing'
  const body = { partnerId: partner.user_id, title: `Contrat ${world.nextNumber()}`, contractType, document: link }
  return world.attempt(world.staffWith('contracts'), contractRoutes.assignContract, { body })
}

/** What the pages of signing do with codes by mail and a seal, written as the owner of the tables does. */
async function signElectronically(world: PortalWorld): Promise<Outcome> {
  const row = await contract(world, sql`c.status = 'en_attente' and c.contract_type <> 'mandate'`)
  if (!row) return 'nothing'
  const [file, now, reference] = [newId(), world.now.toISOString(), String(world.nextNumber()).padStart(16, '0')]
  await world.portal.database.asOwner(async (run) => {
    await run(
      `insert into files (id, purpose, name, kind, size, sha256, created_at, claimed_at)
        values ($1, 'sealed', 'contrat.pdf', 'pdf', 1, repeat('a', 64), $2, $2)`,
      [file, now],
    )
    await run("update contracts set status = 'signe', signed_at = $2, signing_method = 'electronic' where id = $1", [row.id, now])
    await run(
      `insert into signatures (id, contract_id, role, signer_id, reference, signed_at, file_id, file_sha256, level,
          certificate_sha256, route, evidence)
        values ($1, $2, 'partner', $3, $4, $5, $6, repeat('a', 64), 'B-B', repeat('b', 64), 'A', '{}')`,
      [newId(), row.id, row.user_id, reference, now, file],
    )
  })
  return 'done'
}

async function countersign(world: PortalWorld): Promise<Outcome> {
  const row = await contract(world, sql`c.signing_method = 'electronic' and c.countersigned_at is null`)
  if (!row) return 'nothing'
  const stamp = 'update contracts set countersigned_at = $2 where id = $1'
  await world.portal.database.asOwner((run) => run(stamp, [row.id, world.now.toISOString()]))
  return 'done'
}

async function addLead(world: PortalWorld): Promise<Outcome> {
  const person = world.pick(world.partners)
  const number = world.nextNumber()
  // Now and then it is a company that somebody has brought already.
  const known = world.chance(0.3) && (await world.one(sql<{ company: string }>`select company from leads order by company, id`))
  const company = known ? known.company : `Société ${number}`
  const cents = world.upTo(3_000_000)
  const body = { ...plainLead, company, email: `c${number}@client${number}.example`, estimatedAmountCents: cents }
  return world.attempt(person?.client, leadRoutes.addLead, { body })
}

async function move(world: PortalWorld, to: LeadStatus): Promise<Outcome> {
  const row = await lead(world, sql`l.status <> ${to}`)
  if (!row) return 'nothing'
  const client = world.chance(0.5) ? world.partnerOf(row.partner_id) : world.staffWith('leads')
  return world.attempt(client, leadRoutes.moveLead, { params: { id: row.id }, body: { from: row.status, to } })
}

async function answerRegistration(world: PortalWorld, isAccepted: boolean): Promise<Outcome> {
  const row = await lead(world, sql`r.state in ('submitted', 'appealed')`)
  if (!row) return 'nothing'
  const staff = world.staffWith('leads')
  const ids = [row.id]
  return isAccepted
    ? world.attempt(staff, registrationRoutes.acceptRegistrations, { body: { ids, message: '' } })
    : world.attempt(staff, registrationRoutes.refuseRegistrations, { body: { ids, reason: 'hors_cible', message: '' } })
}

/** A mail or a task that was given up. */
async function fail(world: PortalWorld): Promise<Outcome> {
  const values = [newId(), JSON.stringify({ number: world.nextNumber() }), world.now.toISOString()]
  await world.portal.database.asOwner((run) =>
    run(
      `insert into failed_jobs (id, name, data, error, attempts, failed_at) values ($1, 'event', $2, 'Connexion refusée', 5, $3)`,
      values,
    ),
  )
  return 'done'
}

/** From the invitation to the contract. */
export const partnerDeeds = {
  invite: (world: PortalWorld) => world.invite(),
  accept: (world: PortalWorld) => world.accept(),
  async resendInvitation(world: PortalWorld) {
    const row = await world.one(sql<{ user_id: string }>`select p.user_id from profiles p join invitations i using (user_id)
      where i.accepted_at is null and i.withdrawn_at is null and p.deleted_at is null order by p.email`)
    if (!row) return 'nothing' as const
    return world.attempt(world.staffWith('partners'), partnerRoutes.resendInvitation, { params: { id: row.user_id } })
  },
  async deletePartner(world: PortalWorld) {
    // The partners of the start stay: most of a walk is about them.
    const person = world.pick(world.partners.slice(3))
    if (!person) return 'nothing' as const
    const params = { id: person.client.userId }
    return world.attempt(world.staffWith('partners'), partnerRoutes.deletePartner, { params, query: {} })
  },
  assignMain: (world: PortalWorld) => assign(world, 'main'),
  assignAmendment: (world: PortalWorld) => assign(world, 'amendment'),
  async validateContract(world: PortalWorld) {
    const row = await contract(world, sql`c.status = 'en_attente'`)
    if (!row) return 'nothing' as const
    return world.attempt(world.staffWith('contracts'), contractRoutes.validateContract, { params: { id: row.id } })
  },
  async declineContract(world: PortalWorld) {
    const row = await contract(world, sql`c.status = 'en_attente'`)
    if (!row) return 'nothing' as const
    const body = { reason: 'Le taux ne me convient pas' }
    return world.attempt(world.partnerOf(row.user_id), signingRoutes.declineContract, { params: { id: row.id }, body })
  },
  async remindContract(world: PortalWorld) {
    const row = await contract(world, sql`c.status = 'en_attente'`)
    if (!row) return 'nothing' as const
    return world.attempt(world.staffWith('contracts'), reminderRoutes.remindContracts, { body: { ids: [row.id] } })
  },
  signElectronically,
  countersign,
}

/** From the new lead to the signature, with its registration. */
export const leadDeeds = {
  addLead,
  toSigned: (world: PortalWorld) => move(world, 'signe'),
  toAnywhere: (world: PortalWorld) => move(world, world.pick(leadStatuses) ?? 'nouveau'),
  acceptRegistration: (world: PortalWorld) => answerRegistration(world, true),
  refuseRegistration: (world: PortalWorld) => answerRegistration(world, false),
  async appeal(world: PortalWorld) {
    const row = await lead(world, sql`r.state = 'refused' and r.appealed_at is null`)
    if (!row) return 'nothing' as const
    const body = { message: 'Ce client me connaît bien' }
    return world.attempt(world.partnerOf(row.partner_id), registrationRoutes.appealRefusal, { params: { id: row.id }, body })
  },
  async askForExtension(world: PortalWorld) {
    const row = await lead(world, sql`r.state = 'accepted' and r.extension_state is null and r.protected_until is not null`)
    if (!row) return 'nothing' as const
    const body = { reason: 'Le budget est voté en janvier' }
    return world.attempt(world.partnerOf(row.partner_id), registrationRoutes.askForExtension, { params: { id: row.id }, body })
  },
  async answerExtension(world: PortalWorld) {
    const row = await lead(world, sql`r.extension_state = 'asked' and r.state in ('accepted', 'extended')`)
    if (!row) return 'nothing' as const
    const body = { grant: world.chance(0.5), message: 'Entendu pour cette fois' }
    return world.attempt(world.staffWith('leads'), registrationRoutes.answerExtension, { params: { id: row.id }, body })
  },
  async notADuplicate(world: PortalWorld) {
    const row = await lead(world, sql`l.possible_duplicate_of is not null`)
    if (!row) return 'nothing' as const
    return world.attempt(world.staffWith('leads'), leadRoutes.notADuplicate, { params: { id: row.id } })
  },
  /** A word about a lead, by its partner or by staff: the other side has something to read. */
  async comment(world: PortalWorld) {
    const row = await lead(world, sql`true`)
    if (!row) return 'nothing' as const
    const client = world.chance(0.5) ? world.partnerOf(row.partner_id) : world.staffWith('leads')
    const body = { body: `Des nouvelles (${world.nextNumber()})` }
    return world.attempt(client, leadRoutes.commentOnLead, { params: { id: row.id }, body })
  },
  fail,
  async retryFailures(world: PortalWorld) {
    const row = await world.one(sql<{ id: string }>`select id from failed_jobs order by failed_at, id`)
    if (!row) return 'nothing' as const
    return world.attempt(world.staffWith('team'), failureRoutes.dismissFailure, { params: { id: row.id } })
  },
}

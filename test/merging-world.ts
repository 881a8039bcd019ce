import type { PartnerRole } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { mergingRoutes } from '#partners/merging/api.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { joinPartner } from './partner-people.ts'
import { type Client, password, type TestApp } from './test-app.ts'

const reason = 'Réorganisation des secteurs'
let count = 0
const next = () => {
  count += 1
  return count
}

/** Companies of several people, and what staff do to them. */
export class MergingWorld {
  readonly app: TestApp

  constructor(app: TestApp) {
    this.app = app
  }

  owner(fullName = 'Olga Propriétaire'): Promise<Client> {
    return this.app.newPartner(`merging-owner${next()}@exemple.fr`, fullName)
  }

  join(owner: Client, role: PartnerRole, fullName = 'Paul Collègue'): Promise<Client> {
    return joinPartner(this.app, owner, { email: `merging-colleague${next()}@exemple.fr`, role, fullName })
  }

  async invited(owner: Client, role: PartnerRole): Promise<string> {
    const body = { fullName: 'Inès Invitée', email: `merging-invited${next()}@exemple.fr`, role, password }
    const { people } = await this.app.admin.call(teamRoutes.inviteToPartner, { params: { id: owner.userId }, body })
    return people.at(-1)?.id ?? ''
  }

  async addLead(by: Client, company: string): Promise<string> {
    const body = { name: 'Zoé Cliente', company, email: `zoe${next()}@client.example`, estimatedAmountCents: 500_000 }
    return (await by.call(leadRoutes.addLead, { body: { ...body, offerType: 'star' } })).id
  }

  async leadsOf(client: Client): Promise<string[]> {
    return (await client.call(leadRoutes.listLeads, { query: {} })).items.map(({ id }) => id).toSorted()
  }

  async peopleOf(id: string): Promise<(readonly [string, PartnerRole])[]> {
    const { people } = await this.app.admin.call(teamRoutes.partnerTeam, { params: { id } })
    return people.map((person) => [person.id, person.role] as const)
  }

  previewMove(from: string, personId: string, toPartnerId: string) {
    return this.app.admin.try(mergingRoutes.movePreview, { params: { id: from }, query: { personId, toPartnerId } })
  }

  /** Looks at the preview and does what it says. */
  async move(from: Client, who: Client, to: Client, more: { role?: PartnerRole; withLeads?: boolean; state?: string } = {}) {
    const { status, body } = await this.previewMove(from.userId, who.userId, to.userId)
    const state = status === 200 ? body.state : 'none'
    return this.app.admin.try(mergingRoutes.movePerson, {
      params: { id: from.userId },
      body: {
        personId: who.userId,
        toPartnerId: to.userId,
        reason,
        state,
        password,
        role: 'member' as const,
        withLeads: false,
        ...more,
      },
    })
  }

  async split(from: Client, people: readonly Client[], main: Client, more: { withLeads?: boolean; company?: string } = {}) {
    const params = { id: from.userId }
    const personIds = people.map(({ userId }) => userId)
    const { body } = await this.app.admin.try(mergingRoutes.splitPreview, { params, body: { personIds } })
    return this.app.admin.try(mergingRoutes.splitPartner, {
      params,
      body: {
        personIds,
        mainPersonId: main.userId,
        reason,
        state: body.state,
        withLeads: true,
        company: 'Neuf SARL',
        ...more,
      },
    })
  }

  previewMerge(from: string, intoPartnerId: string) {
    return this.app.admin.try(mergingRoutes.mergePreview, { params: { id: from }, query: { intoPartnerId } })
  }

  async merge(from: Client, into: Client, more: { ownersBecome?: 'owner' | 'manager'; state?: string } = {}) {
    const { status, body } = await this.previewMerge(from.userId, into.userId)
    const state = status === 200 ? body.state : 'none'
    return this.app.admin.try(mergingRoutes.mergePartner, {
      params: { id: from.userId },
      body: { intoPartnerId: into.userId, reason, state, password, ownersBecome: 'owner', ...more },
    })
  }
}

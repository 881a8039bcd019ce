import { type Person, soleOwner, system } from '#access/domain/actor.ts'
import { acceptInvitation, addInvitation } from '#accounts/auth/server/commands.ts'
import { inviteColleague } from '#partners/team/server/commands.ts'
import { passLead } from '#partners/team/server/pass-commands.ts'
import { allowColleagues } from '#partners/team/server/staff-commands.ts'
import type { Staff } from './payout-steps.ts'

const day = 86_400_000

/** A cabinet of four: its first person is the owner, the others have each another role. */
export const cabinet = {
  owner: 'Antoine Girard',
  colleagues: [
    { fullName: 'Élodie Girard', email: 'elodie.girard@exemple.fr', role: 'manager', seesAmounts: true, leads: 5 },
    { fullName: 'Karim Messaoudi', email: 'karim.messaoudi@exemple.fr', role: 'member', seesAmounts: true, leads: 6 },
    { fullName: 'Odile Tanguy', email: 'odile.tanguy@exemple.fr', role: 'accountant', seesAmounts: true, leads: 0 },
  ],
} as const

/** Brings the cabinet's people in, and passes some of its leads to them. */
export async function seedTeam(
  { runAs, admin: caller }: Pick<Staff, 'runAs'> & { readonly admin: Person },
  partnerIds: ReadonlyMap<string, string>,
  now: Date,
  accept: { readonly passwordHash: string; readonly language: 'fr' | null },
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const partnerId = partnerIds.get(cabinet.owner)
  if (!partnerId) throw new Error(`the sample world has no partner ${cabinet.owner}`)
  await runAs(system, ago(200), (context) => allowColleagues({ ...context, caller }, partnerId, cabinet.colleagues.length))
  const leads = await runAs(system, now, ({ tx }) =>
    tx.selectFrom('leads').select('id').where('partner_id', '=', partnerId).orderBy('id', 'desc').execute(),
  )
  for (const { leads: count, ...colleague } of cabinet.colleagues) {
    await runAs(system, ago(190), (context) =>
      inviteColleague({ ...context, caller }, partnerId, colleague, { by: 'password', given: true }),
    )
    const personId = await runAs(system, ago(189), async (context) => {
      const { tx } = context
      const person = tx.selectFrom('profiles').select('user_id').where('email', '=', colleague.email)
      const { user_id: userId } = await person.executeTakeFirstOrThrow()
      const invitationId = await addInvitation(context, userId)
      await acceptInvitation(context, { invitationId, fullName: colleague.fullName, passwordHash: accept.passwordHash })
      await tx.updateTable('profiles').set({ language: accept.language }).where('user_id', '=', userId).execute()
      return userId
    })
    const owner = { kind: 'partner', userId: partnerId, partner: soleOwner(partnerId), contractSigned: true } as const
    for (const { id } of leads.splice(0, count)) {
      await runAs(system, ago(100), (context) => passLead({ ...context, caller: owner }, id, personId))
    }
  }
}

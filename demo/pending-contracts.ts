import { assignGenerated, generate } from '#contracts/templates/server/assign-commands.ts'
import { versionToAssign } from '#contracts/templates/server/queries.ts'
import { partners } from './content.ts'
import type { Staff } from './payout-steps.ts'

const day = 86_400_000

/** Partners who have not signed yet have a contract from the template, to be read as text. It names the provider's identity. */
export async function seedPendingContracts({ portal, runAs, admin }: Staff, now: Date): Promise<void> {
  const pending = partners.filter(({ state }) => state === 'pending')
  for (const { fullName, company, monthsAgo } of pending) {
    const at = new Date(now.getTime() - (monthsAgo * 30 - 2) * day)
    const { partnerId, templateId } = await runAs(admin, at, async ({ tx }) => {
      const partner = await tx
        .selectFrom('profiles')
        .select('user_id')
        .where('full_name', '=', fullName)
        .executeTakeFirstOrThrow()
      const template = await tx.selectFrom('contract_templates').select('id').where('kind', '=', 'main').executeTakeFirstOrThrow()
      return { partnerId: partner.user_id, templateId: template.id }
    })
    const generated = await generate({ ...portal, clock: { now: () => at } }, admin, {
      partner: { id: partnerId },
      title: `Contrat de partenariat ${company}`,
      version: (tx) => versionToAssign(tx, templateId),
    })
    await runAs(admin, at, (context) => assignGenerated(context, generated, partnerId))
  }
}

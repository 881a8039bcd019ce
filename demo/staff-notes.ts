import { system } from '#access/domain/actor.ts'
import { addNote } from '#partners/profile/server/note-commands.ts'
import type { Staff } from './payout-steps.ts'

const day = 86_400_000

/** What staff wrote of sample partners, and when these were last seen; both in days ago. */
const partners = [
  {
    fullName: 'Camille Lefèvre',
    seen: 0.1,
    notes: [
      { ago: 190, body: 'Préfère le téléphone, le matin avant 10 h. Ne jamais appeler le mercredi.' },
      { ago: 12, body: 'Vue au salon de Nantes : deux clients industriels à nous présenter en janvier.' },
    ],
  },
  { fullName: 'Antoine Girard', seen: 2, notes: [{ ago: 30, body: 'Demande un relevé trimestriel pour son comptable.' }] },
  {
    fullName: 'Léa Chevalier',
    seen: 96,
    notes: [{ ago: 20, body: 'Relancée deux fois, sans réponse. Lui envoyer le contrat ou clore ?' }],
  },
] as const

/** Notes of the staff, and last visits. */
export async function seedStaffNotes({ runAs, admin }: Pick<Staff, 'runAs' | 'admin'>, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  for (const { fullName, seen, notes } of partners) {
    const userId = await runAs(system, ago(seen), async ({ tx, now: seenAt }) => {
      const { user_id } = await tx
        .selectFrom('profiles')
        .select('user_id')
        .where('full_name', '=', fullName)
        .executeTakeFirstOrThrow()
      // Somebody may have signed in already: pages are served while the world is made.
      await tx
        .insertInto('last_visits')
        .values({ user_id, seen_at: seenAt })
        .onConflict((visited) => visited.doNothing())
        .execute()
      return user_id
    })
    for (const note of notes) await runAs(admin, ago(note.ago), (context) => addNote(context, userId, note.body))
  }
}

import { foldText } from '#platform/domain/fold-text.ts'
import { refuseFieldUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { m } from '../messages/messages.ts'

/** Refuses a text that others read and that has the name, the company or the address of somebody of these partners. */
export async function checkNamesNobody(
  tx: Tx,
  text: string,
  partnerIds: readonly string[],
  message = m.leaveNamesOut(),
): Promise<void> {
  const people = await tx
    .selectFrom('profiles')
    .select(['full_name', 'company', 'email'])
    .where('user_id', 'in', (from) =>
      from.selectFrom('partner_members').select('person_id').where('partner_id', 'in', partnerIds),
    )
    .execute()
  const foldedText = ` ${foldText(text).replace(/[^\p{L}\p{N}@.]+/gu, ' ')} `
  const plain = (name: string) =>
    foldText(name)
      .replace(/[^\p{L}\p{N}@.]+/gu, ' ')
      .trim()
  const names = people.flatMap(({ full_name, company, email }) => [
    plain(full_name),
    plain(company),
    plain(email),
    // A family name alone names them too.
    ...plain(full_name)
      .split(' ')
      .filter((part) => part.length > 3),
  ])
  const named = names.some((name) => name !== '' && foldedText.includes(` ${name} `))
  refuseFieldUnless(!named, 'message', message)
}

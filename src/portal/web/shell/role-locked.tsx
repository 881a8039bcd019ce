import { Text } from '@mantine/core'
import type { Ability } from '#access/domain/abilities.ts'
import { missingAbilityMessages } from '#access/domain/ability-explanations.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { m } from '#portal/messages/messages.ts'

/** Stands in the place of a page that a colleague's role does not include, and says who opens it. */
export default function RoleLocked({ ability }: { readonly ability: Ability }) {
  return (
    <>
      <PageHeader title={m.notYourRole()} />
      <Text maw={560}>{missingAbilityMessages[ability]}</Text>
    </>
  )
}

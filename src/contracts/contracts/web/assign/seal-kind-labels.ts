import type { SignRemark, SignRoute } from '#platform/domain/seal-routes.ts'
import { m } from '../../messages/messages.ts'

/** Explanation of each kind of seal. */
export const sealKindMessages: Readonly<Record<SignRoute, string>> = {
  A: m.sealsPdf(),
  B: m.sealsCertificate(),
  link: m.sealsLink(),
}

const shared: Readonly<Record<Exclude<SignRemark, 'form_fields'>, string>> = {
  word: m.isWord(),
  already_signed: m.isSigned(),
  xfa: m.hasXfa(),
  owner_restricted: m.isRestricted(),
  repaired: m.isDamaged(),
}

/** Explanation of each inspection finding. */
export function remarkMessages(route: SignRoute, remarks: readonly SignRemark[]): readonly string[] {
  return remarks.map((remark) => {
    if (remark !== 'form_fields') return shared[remark]
    return route === 'A' ? m.formFieldsSealed() : m.formFieldsStay()
  })
}

import type { SignRemark, SignRoute } from '#platform/domain/seal-routes.ts'

/** Explanation of each kind of seal. */
export const sealKindMessages: Readonly<Record<SignRoute, string>> = {
  A: 'The PDF itself is sealed: a certificate page is added at its end.',
  B: 'A certificate PDF is sealed that carries the exact file.',
  link: 'The content is not held by the portal: the certificate says so.',
}

const shared: Readonly<Record<Exclude<SignRemark, 'form_fields'>, string>> = {
  word: 'It is a Word document, which cannot hold a seal itself.',
  already_signed: 'It is already signed: a page added to it would break that signature.',
  xfa: 'It holds an XFA form, which readers draw differently.',
  owner_restricted: 'Its author has restricted changes to it.',
  repaired: 'It is damaged in places: readers repair it when they open it, so it stays as it is.',
}

/** Explanation of each inspection finding. */
export function remarkMessages(route: SignRoute, remarks: readonly SignRemark[]): readonly string[] {
  return remarks.map((remark) => {
    if (remark !== 'form_fields') return shared[remark]
    return route === 'A'
      ? 'Its form fields keep what they hold and can no longer be filled in once it is sealed.'
      : 'It has form fields, which stay as they are.'
  })
}

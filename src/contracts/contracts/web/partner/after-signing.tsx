import { useQuery } from '@tanstack/react-query'
import { boardQuery, sumsOf } from '#leads/pages/web/board/board-query.ts'
import FirstLead from '#leads/pages/web/first-lead.tsx'

/** What comes after the signature, until there is a lead. It reads the board that its button leads to. */
export default function AfterSigning() {
  const { data } = useQuery({ ...boardQuery({}), select: sumsOf })
  const isEmpty = data?.every(({ count }) => count === 0) ?? false
  return isEmpty ? <FirstLead /> : null
}

import type { OpenIdProblem } from '#platform/server/openid/problems.ts'
import { m } from '../messages/messages.ts'

/** What is wrong with a provider, and what to do, for whoever sets it. */
export function problemText(problem: OpenIdProblem): string {
  switch (problem.code) {
    case 'internal_address':
      return m.problemInternal({ host: problem.host })
    case 'not_https':
      return m.problemNotHttps()
    case 'no_answer':
      return m.problemNoAnswer({ detail: problem.detail })
    case 'wrong_status':
      return m.problemStatus({ status: String(problem.status) })
    case 'redirects':
      return m.problemRedirects({ to: problem.to })
    case 'no_description':
      return m.problemNoDescription()
    case 'other_issuer':
      return m.problemOtherIssuer({ issuer: problem.issuer })
    case 'no_code_flow':
      return m.problemNoCodeFlow()
    case 'no_keys':
      return m.problemNoKeys()
    case 'client_unknown':
    case 'declined':
    case 'clock':
    case 'answer_refused':
      return m.problemAnswer()
  }
}

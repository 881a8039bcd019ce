import { expect, test } from 'vitest'
import { spellsAddress } from './spelled-addresses.ts'

const file = 'src/contracts/contracts/server/signing/event-handlers.ts'

test.each([
  "  const to = '/dashboard/leads'",
  '  <Link to="/auth">',
  "  path: '/introduction/:token',",
  `  url: \`\${config.publicUrl}/reset?token=\${token}\`,`,
  `  const page = \`/verify?reference=\${reference}\``,
  `  home: \`\${config.publicUrl}/dashboard\`,`,
])('the address of a page is spelled in %s', (line) => expect(spellsAddress(file, ['', line])).toBe(true))

test.each([
  "  verifyFile: route('GET', '/verify', {",
  "  remind: route('POST', '/invitations/remind', {",
  "  getSetup: call('/setup-checklist')",
  '  // As in `/verify`, which anybody opens.',
  "  /** Accepted by '/verify'. */",
  `  url: \`\${config.publicUrl}\${visitorPaths.reset}?token=\${token}\`,`,
])('no address of a page is spelled in %s', (line) => expect(spellsAddress(file, [line])).toBe(false))

test.each([
  'src/access/domain/visitor-paths.ts',
  'src/access/domain/page-paths.ts',
  'src/platform/web/app/session/guards.test.ts',
  'test/e2e/routing.spec.ts',
  'docs/architecture.md',
])('%s may spell one', (each) => expect(spellsAddress(each, ["'/auth'"])).toBe(false))

import { Stack, Text } from '@mantine/core'
import { useLocation } from 'react-router'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { AuthLayout } from '#accounts/auth/web/auth-layout.tsx'
import { m as common } from '#platform/messages/messages.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'

/** Who publishes the portal, by the settings. */
function LegalNotice() {
  const { providerName, legalIdentity, address, contactEmail, links } = useSettings()
  const facts = [
    [m.publisher(), [legalIdentity || providerName, address, contactEmail].filter(Boolean).join('\n')],
    [common.directorOfPublication(), links.director],
    [common.hostOfPortal(), links.host],
  ] as const
  return (
    <AuthLayout title={common.legalNotice()}>
      <Stack gap="sm">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <SoftText>{name}</SoftText>
                <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{value}</Text>
              </div>
            ),
        )}
      </Stack>
    </AuthLayout>
  )
}

/** What the tests of a version measure, and what they do not: docs/accessibility.md has where. */
function Accessibility() {
  const { contactEmail } = useSettings()
  return (
    <AuthLayout title={common.accessibilityStatement()} intro={m.accessibilityLead()}>
      <Stack gap="sm">
        <Text>{m.accessibilityMeasured()}</Text>
        <Text>{m.accessibilityNotMeasured()}</Text>
        <Text fw={600}>{m.nobodyAudited()}</Text>
        {contactEmail && <Text>{m.accessibilityContact({ contact: contactEmail })}</Text>}
      </Stack>
    </AuthLayout>
  )
}

/** The portal's own pages for what the law wants on every site. */
export function Component() {
  return useLocation().pathname === visitorPaths.legal ? <LegalNotice /> : <Accessibility />
}

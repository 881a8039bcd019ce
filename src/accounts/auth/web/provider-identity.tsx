import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'

/** Names the provider on pages for visitors without an account, who have to know who asks them. */
export function ProviderIdentity() {
  const { providerName, legalIdentity, address, contactEmail } = useSettings()
  return (
    <SoftText component="address" fz={13} mt="lg" style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
      <strong>{providerName}</strong>
      {legalIdentity && (
        <>
          <br />
          {legalIdentity}
        </>
      )}
      {address && (
        <>
          <br />
          {address}
        </>
      )}
      {contactEmail && (
        <>
          <br />
          <Anchor href={`mailto:${contactEmail}`} fz={13}>
            {contactEmail}
          </Anchor>
        </>
      )}
      <br />
      <Anchor component={Link} to={visitorPaths.privacy} fz={13}>
        {m.yourData()}
      </Anchor>
    </SoftText>
  )
}

import { Anchor } from '@mantine/core'
import { useSettings } from '#platform/web/app/session/session.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'

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
    </SoftText>
  )
}

import { Anchor, Text } from '@mantine/core'
import { useSettings } from '#platform/web/app/session.ts'

/** Who stands behind a page that somebody without an account was sent to. */
export function ProviderIdentity() {
  const { providerName, address, contactEmail } = useSettings()
  return (
    <Text component="address" fz={13} c="var(--ink-soft)" mt="lg" style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
      <strong>{providerName}</strong>
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
    </Text>
  )
}

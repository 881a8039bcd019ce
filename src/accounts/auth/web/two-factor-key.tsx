import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { renderSVG } from 'uqr'
import { useIsTouch } from '#platform/web/ui/touch.ts'

/** What an authenticator app needs: a code to scan or, on the device that has the app, a link to it and the key. */
export function TwoFactorKey({ totpUri }: { readonly totpUri: string }) {
  const isTouch = useIsTouch()
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  return (
    <>
      <Text>
        {isTouch
          ? 'Open this in your authenticator app, or scan it with another device'
          : 'Scan this with your authenticator app'}
        , then type the code it shows.
      </Text>
      {isTouch && (
        <Button component="a" href={totpUri} variant="default">
          Open in the app
        </Button>
      )}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(totpUri, { border: 4 }))}`}
        alt="QR code for the authenticator app"
        width={200}
        height={200}
        style={{ margin: '0 auto' }}
      />
      <Group justify="center" gap="xs">
        <Text fz="sm" ta="center">
          or enter <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        </Text>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy key'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  )
}

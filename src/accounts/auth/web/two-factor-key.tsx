import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderSVG } from 'uqr'
import { useIsTouch } from '#platform/web/ui/touch.ts'
import { m } from '../messages/messages.ts'

/** What an authenticator app needs: a code to scan or, on the device that has the app, a link to it and the key. */
export function TwoFactorKey({ totpUri }: { readonly totpUri: string }) {
  const isTouch = useIsTouch()
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  return (
    <>
      <Text>{isTouch ? m.openOrScan() : m.scanWithApp()}</Text>
      {isTouch && (
        <Button component="a" href={totpUri} variant="default">
          {m.openInApp()}
        </Button>
      )}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(totpUri, { border: 4 }))}`}
        alt={m.qrCode()}
        width={200}
        height={200}
        style={{ margin: '0 auto' }}
      />
      <Group justify="center" gap="xs">
        <Text fz="sm" ta="center">
          {m.orEnter<ReactNode>({
            secret,
            code: (parts) => (
              <Code key="code" style={{ overflowWrap: 'anywhere' }}>
                {parts}
              </Code>
            ),
          })}
        </Text>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? m.copied() : m.copyKey()}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  )
}

import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encode, renderSVG } from 'uqr'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { useMe, useSettings } from '#platform/web/app/session/session.ts'
import { hasShareSheet, shareBySheet } from '#platform/web/app/share-sheet.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { IntroductionLink } from '../api.ts'
import { m } from '../messages/messages.ts'
import { makeLink, ownLinkQuery, pauseLink } from './data.ts'

/** A partner's introduction link and its QR code. */
export default function OwnLinkDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(ownLinkQuery(useMe().id))
  return (
    <Dialog title={m.myLink()} onClose={onClose}>
      <QueryBoundary query={query} rows={3}>
        {({ link }) => (
          <Stack>
            <SoftText>{m.myLinkText()}</SoftText>
            <MailNote />
            {link ? <ShownLink link={link} /> : <FirstLink />}
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

/** Runs one change at a time, and says when it fails. */
function useChange() {
  const { busy, run } = useAction(async (change: () => Promise<unknown>, done?: string) => {
    await change()
    if (done) toastSuccess(done)
  }, m.error())
  return { busy, run }
}

function FirstLink() {
  const { busy, run } = useChange()
  return (
    <Button loading={busy} onClick={() => run(makeLink, m.linkReady())}>
      {m.createLink()}
    </Button>
  )
}

function ShownLink({ link }: { link: IntroductionLink }) {
  const { busy, run } = useChange()
  const { providerName } = useSettings()
  const [renewing, setRenewing] = useState(false)
  const works = !link.paused && !link.disabled
  const copy = () => run(() => navigator.clipboard.writeText(link.url), m.linkCopied())
  const share = () => shareBySheet({ title: providerName, text: m.invitation({ providerName }), url: link.url })
  const svg = qrSvg(link.url)
  return (
    <>
      {link.disabled && <Alert color="red">{m.linkDisabledText()}</Alert>}
      {link.paused && !link.disabled && <Alert color="yellow">{m.linkPausedText()}</Alert>}
      <TextInput label={m.link()} value={link.url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <Group gap="xs" grow>
        {hasShareSheet() && (
          <Button loading={busy} disabled={!works} onClick={() => run(share)}>
            {m.share()}
          </Button>
        )}
        <Button variant={hasShareSheet() ? 'default' : 'filled'} onClick={() => void copy()} disabled={!works}>
          {m.copyLink()}
        </Button>
      </Group>
      {works && (
        <>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt={m.qrOfLink()}
            width={220}
            height={220}
            style={{ margin: '0 auto', borderRadius: 8 }}
          />
          <Group justify="center" gap="xs">
            <Button
              size="xs"
              variant="default"
              onClick={() => saveFile(new Blob([svg], { type: 'image/svg+xml' }), 'mon-lien.svg')}
            >
              {m.asSvg()}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => run(async () => saveFile(await qrPng(link.url), 'mon-lien.png'), m.qrSaved())}
            >
              {m.asPng()}
            </Button>
          </Group>
        </>
      )}
      {!link.disabled && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => run(() => pauseLink(!link.paused), link.paused ? m.linkIsOpen() : m.linkIsPaused())}
          >
            {link.paused ? m.resume() : m.pause()}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setRenewing(true)}>
            {m.renewLink()}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={renewing}
        title={m.renewQuestion()}
        text={m.renewText()}
        action={m.renew()}
        cancel={m.cancel()}
        onConfirm={makeLink}
        onClose={() => setRenewing(false)}
      />
    </>
  )
}

/** Modules around the code that stay white (ISO/IEC 18004). */
const border = 4

const qrSvg = (text: string): string => renderSVG(text, { border, ecc: 'M' })

/** A PNG to print from, at least 1 000 pixels wide. */
async function qrPng(text: string): Promise<Blob> {
  const { data, size } = encode(text, { border, ecc: 'M' })
  const scale = Math.ceil(1000 / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000000'
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png')
  })
}

/** Saves a file that the page has made. */
function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

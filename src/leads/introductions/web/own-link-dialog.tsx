import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useMe, useSettings } from '#platform/web/app/session/session.ts'
import { hasShareSheet, shareBySheet } from '#platform/web/app/share-sheet.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { IntroductionLink } from '../api.ts'
import { makeLink, ownLinkQuery, pauseLink } from './data.ts'
import { qrPng, qrSvg, saveFile } from './qr-code.ts'

/** A partner's introduction link and its QR code. Mounted only while open. */
export default function OwnLinkDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(ownLinkQuery(useMe().id))
  return (
    <Dialog lang="fr" title="Mon lien" onClose={onClose}>
      <QueryBoundary query={query} rows={3}>
        {({ link }) => (
          <Stack>
            <SoftText>
              Vos clients laissent eux-mêmes leurs coordonnées par ce lien. Chacun devient un lead à votre nom, et confirme son
              adresse par e-mail.
            </SoftText>
            {link ? <ShownLink link={link} /> : <FirstLink />}
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

/** Stands before the provider's name and the link in what is shared. */
const invitation = 'Laissez-moi vos coordonnées par ce lien, et je vous mets en relation avec'

/** Runs one change at a time, and says when it fails. */
function useChange() {
  const { busy, run } = useAction(async (change: () => Promise<unknown>, done?: string) => {
    await change()
    if (done) toastSuccess(done)
  }, 'Erreur')
  return { busy, run }
}

function FirstLink() {
  const { busy, run } = useChange()
  return (
    <Button loading={busy} onClick={() => run(makeLink, 'Votre lien est prêt')}>
      Créer mon lien
    </Button>
  )
}

function ShownLink({ link }: { link: IntroductionLink }) {
  const { busy, run } = useChange()
  const { providerName } = useSettings()
  const [renewing, setRenewing] = useState(false)
  const works = !link.paused && !link.disabled
  const copy = () => run(() => navigator.clipboard.writeText(link.url), 'Lien copié')
  const share = () => shareBySheet({ title: providerName, text: `${invitation} ${providerName} :`, url: link.url })
  const svg = qrSvg(link.url)
  return (
    <>
      {link.disabled && <Alert color="red">Votre lien est désactivé par l’équipe. Parlez-en à votre contact.</Alert>}
      {link.paused && !link.disabled && (
        <Alert color="yellow">Le lien est en pause : qui l’ouvre lit qu’il ne fonctionne pas.</Alert>
      )}
      <TextInput label="Lien" value={link.url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <Group gap="xs" grow>
        {hasShareSheet() && (
          <Button loading={busy} disabled={!works} onClick={() => run(share)}>
            Partager
          </Button>
        )}
        <Button variant={hasShareSheet() ? 'default' : 'filled'} onClick={() => void copy()} disabled={!works}>
          Copier le lien
        </Button>
      </Group>
      {works && (
        <>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt="QR code de votre lien"
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
              QR en SVG
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => run(async () => saveFile(await qrPng(link.url), 'mon-lien.png'), 'QR code enregistré')}
            >
              QR en PNG
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
            onClick={() => run(() => pauseLink(!link.paused), link.paused ? 'Le lien est ouvert' : 'Le lien est en pause')}
          >
            {link.paused ? 'Reprendre' : 'Mettre en pause'}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setRenewing(true)}>
            Renouveler le lien
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={renewing}
        lang="fr"
        title="Renouveler le lien ?"
        text="L’ancien lien et son QR code cessent de fonctionner aussitôt, aussi sur ce que vous avez déjà imprimé ou envoyé."
        action="Renouveler"
        cancel="Annuler"
        onConfirm={makeLink}
        onClose={() => setRenewing(false)}
      />
    </>
  )
}

// ColorInput is used here only: its style does not load with every page.
import { m } from '../messages/messages.ts'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/Slider.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import { Button, ColorInput, Group } from '@mantine/core'
import { useState } from 'react'
import { settingsForm } from '#access/api/identity.ts'
import { uploadFile } from '#access/web/upload.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { settingsCards } from '../domain/settings.ts'
import { saveIdentity } from './sources.ts'

const { title, usedIn, applies } = settingsCards.look

/** Logo and accent colour. Only what was changed is sent. */
export default function LookDialog({ onClose }: { onClose: () => void }) {
  const { logoUrl, accentColour } = useSettings()
  const [logo, setLogo] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const form = useDraftForm({
    shape: settingsForm,
    initial: { accentColour },
    toRequestBody: (values) => (values.accentColour === accentColour ? {} : { ...values, expected: { accentColour } }),
    draft: 'settings look',
    labels: { accentColour: m.accentColour() },
    errorTitle: m.validationError(),
    send: async (input) => {
      const logoUploadId = logo ? (await uploadFile('logo', logo, setProgress)).id : removed ? null : undefined
      await saveIdentity(logoUploadId === undefined ? input : { ...input, logoUploadId })
      toastSuccess(m.settingsSaved(), title)
      onClose()
    },
    onFailure: (error) => {
      setProgress(null)
      toastFailure(m.error(), error)
    },
  })
  return (
    <FormDialog
      form={form}
      title={title}
      action={m.save()}
      right="programme"
      dirty={logo !== null || removed}
      side="right"
      onClose={onClose}
    >
      <ColorInput
        label={m.accentColour()}
        eyeDropperButtonProps={{ 'aria-label': m.pickColour() }}
        description={m.accentColourHint()}
        value={form.values.accentColour}
        error={form.errors.accentColour}
        onChange={(value) => form.set('accentColour', value)}
      />
      {logoUrl && !removed && !logo && (
        <Group justify="space-between">
          <img src={logoUrl} alt={m.currentLogo()} style={{ maxHeight: 40, maxWidth: 180 }} />
          <Button size="compact-sm" variant="default" onClick={() => setRemoved(true)}>
            {m.removeLogo()}
          </Button>
        </Group>
      )}
      <Dropzone
        label={m.logo()}
        hint={m.logoHint()}
        accept="image/png,image/jpeg,image/webp"
        file={logo}
        onFile={setLogo}
        progress={progress}
      />
      <SoftText fz={13}>
        {m.usedIn({ places: usedIn })}
        <br />
        {m.applies({ when: applies })}
      </SoftText>
    </FormDialog>
  )
}

import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { oneLine } from '#platform/domain/typed-text.ts'
import { m } from '../../messages/messages.ts'
import classes from './signing.module.css'
import { SigningPad } from './signing-pad.tsx'
import { needsPicture, pictureOfName, pictureOfStrokes } from './signing-picture.ts'
import type { Stroke } from './signing-strokes.ts'

export interface SignedName {
  readonly name: string
  readonly how: 'typed' | 'drawn'
  /** The strokes are kept while the user tries the typed name. */
  readonly strokes: readonly Stroke[]
}

/** Image sent with the name: a drawing, or rendered characters missing in the certificate's font. */
export function pictureOf({ name, how, strokes }: SignedName): { picture?: string } {
  if (how === 'drawn') return { picture: pictureOfStrokes(strokes) }
  return needsPicture(name) ? { picture: pictureOfName(oneLine(name)) } : {}
}

interface SigningNameProps {
  readonly value: SignedName
  readonly onChange: (value: SignedName) => void
  readonly nameError: string | undefined
  readonly drawingError: string | undefined
}

/** Signature input: typed name or drawing. */
export function SigningName({ value, onChange, nameError, drawingError }: SigningNameProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label={m.yourName()}
        name="name"
        required
        autoComplete="name"
        value={value.name}
        error={nameError}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <SegmentedControl
        fullWidth
        aria-label={m.signatureForm()}
        data={[
          { value: 'typed', label: m.writeMyName() },
          { value: 'drawn', label: m.draw() },
        ]}
        value={value.how}
        onChange={(how) => onChange({ ...value, how: how as SignedName['how'] })}
      />
      {value.how === 'drawn' ? (
        <SigningPad strokes={value.strokes} onStrokes={(strokes) => onChange({ ...value, strokes })} error={drawingError} />
      ) : (
        <div className={classes.typed} aria-hidden="true">
          {value.name.trim() || '…'}
        </div>
      )}
    </Stack>
  )
}

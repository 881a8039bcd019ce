import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { nameOf } from '#accounts/people/domain.ts'
import type { PayoutProblemCode } from '#money/bank-files/domain/payout-problems.ts'
import type { PayoutFilePreview } from '../api.ts'
import { m } from '../messages/messages.ts'

/** What a person confirms with one tick for all lines that it concerns. */
const words: Partial<Record<PayoutProblemCode, string>> = {
  name_converted: m.spellingChecked(),
  text_cut: m.textsMayBeCut(),
  iban_shared: m.accountMayBeShared(),
  held_out: m.mayBeSentAgain(),
}

interface Question {
  readonly code: PayoutProblemCode
  /** Whom it concerns, and what the check says. */
  readonly about: readonly { readonly key: string; readonly name: string | null; readonly message: string }[]
}

/** The questions that the file asks, each once. */
export function questionsOf({ problems, lines }: PayoutFilePreview): Question[] {
  const all = [
    ...problems.map((problem) => ({ ...problem, key: 'file', name: null })),
    ...lines
      .filter(({ included }) => included)
      .flatMap((line) => line.problems.map((problem) => ({ ...problem, key: line.payoutId, name: nameOf(line.partner) }))),
  ].filter(({ effect }) => effect === 'asks')
  return [...Map.groupBy(all, ({ code }) => code)].map(([code, about]) => ({ code, about }))
}

interface QuestionsProps {
  readonly preview: PayoutFilePreview
  readonly confirmed: readonly PayoutProblemCode[]
  readonly onChange: (confirmed: readonly PayoutProblemCode[]) => void
}

/** Lists the problems that block the file, and those that a person has to confirm first. */
export function Questions({ preview, confirmed, onChange }: QuestionsProps) {
  const blocking = preview.problems.filter(({ effect }) => effect !== 'asks')
  const questions = questionsOf(preview)
  return (
    <>
      {blocking.length > 0 && (
        <Alert color="red" title={m.cannotBeMadeYet()}>
          {blocking.map(({ code, message }) => (
            <Text key={code} fz="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      {preview.hasMore && <Text fz="sm">{m.hasMore()}</Text>}
      {questions.length > 0 && (
        <Stack gap="sm" component="section" aria-label={m.toBeConfirmed()}>
          {questions.map(({ code, about }) => (
            <Checkbox
              key={code}
              label={words[code] ?? m.haveReadThis()}
              description={about.map(({ key, name, message }) => (
                <Text key={`${key} ${message}`} component="span" display="block" fz="sm">
                  {name ? m.nameAndMessage({ name, message }) : message}
                </Text>
              ))}
              checked={confirmed.includes(code)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...confirmed, code] : confirmed.filter((each) => each !== code))
              }
            />
          ))}
        </Stack>
      )}
    </>
  )
}

import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { bankNameProblem, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import type { PaymentInfo } from '../api.ts'
import { m } from '../messages/messages.ts'
import { savePaymentInfo } from './data.ts'
import { ibanProof } from './iban-proof.ts'

const strong = (parts: ReactNode[]) => <strong key="strong">{parts}</strong>

/** What the bank has said of the account: refused, or known under another name, which its owner may take over. */
export function AccountAnswer({ payment }: { payment: PaymentInfo }) {
  const { refusal, payee } = payment
  return (
    <>
      {refusal && (
        <Alert color="red" role="status">
          {m.refusedOnAlert({
            day: dayText(refusal.on),
            reason: refusal.reason,
            b: strong,
          })}
        </Alert>
      )}
      {payee?.match === 'close_match' && payee.bankName && <BankSpelling payment={payment} name={payee.bankName} />}
      {payee?.match === 'no_match' && (
        <Alert color="red" role="status">
          {m.nameMismatchAlert({ b: strong })}
        </Alert>
      )}
    </>
  )
}

function BankSpelling({ payment, name }: { payment: PaymentInfo; name: string }) {
  const { busy, run: take } = useAction(async () => {
    await withProof(ibanProof(false), async (proof) => {
      await savePaymentInfo({ company, iban: iban ?? '', address, country, accountHolder: name, ...proof })
      toastSuccess(m.holderSaved(), name)
    })
  })
  const { withProof, dialog } = useProofQuestion()
  const { company, iban, address, country } = payment
  // A bank may report a name that is too long for another bank, or none at all.
  const isUsable = iban !== null && name.length <= maxBankName && bankNameProblem(name) === null
  return (
    <Alert color="yellow" role="status">
      <p style={{ margin: '0 0 8px' }}>{m.spellingAlert({ name, b: strong })}</p>
      {isUsable && (
        <Button size="xs" variant="default" loading={busy} onClick={take}>
          {m.adoptSpelling()}
        </Button>
      )}
      {dialog}
    </Alert>
  )
}

import { Alert, Button } from '@mantine/core'
import { bankNameProblem, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import type { PaymentInfo } from '../api.ts'
import { savePaymentInfo } from './data.ts'
import { ibanProof } from './iban-proof.ts'

/** What the bank has said of the account: refused, or known under another name, which its owner may take over. */
export function AccountAnswer({ payment }: { payment: PaymentInfo }) {
  const { refusal, payee } = payment
  return (
    <>
      {refusal && (
        <Alert color="red" role="status">
          <strong>Refused by the bank on {dayText(refusal.on)}.</strong> <span lang="fr">{refusal.reason}</span>. Nothing is paid
          to this account until you enter another IBAN.
        </Alert>
      )}
      {payee?.match === 'close_match' && payee.bankName && <BankSpelling payment={payment} name={payee.bankName} />}
      {payee?.match === 'no_match' && (
        <Alert color="red" role="status">
          <strong>The name does not belong to this account.</strong> Your bank knows this account under another name. Compare IBAN
          and account holder with your RIB.
        </Alert>
      )}
    </>
  )
}

function BankSpelling({ payment, name }: { payment: PaymentInfo; name: string }) {
  const { busy, run: take } = useAction(async () => {
    await withProof(ibanProof(false), async (proof) => {
      await savePaymentInfo({ company, iban: iban ?? '', address, country, accountHolder: name, ...proof })
      toastSuccess('Account holder saved', name)
    })
  })
  const { withProof, dialog } = useProofQuestion()
  const { company, iban, address, country } = payment
  // A bank may report a name that is too long for another bank, or none at all.
  const isUsable = iban !== null && name.length <= maxBankName && bankNameProblem(name) === null
  return (
    <Alert color="yellow" role="status">
      <p style={{ margin: '0 0 8px' }}>
        <strong>Your bank knows this account as {name}.</strong> Transfers arrive more surely if the account holder is written as
        your bank writes it.
      </p>
      {isUsable && (
        <Button size="xs" variant="default" loading={busy} onClick={take}>
          Use this spelling
        </Button>
      )}
      {dialog}
    </Alert>
  )
}

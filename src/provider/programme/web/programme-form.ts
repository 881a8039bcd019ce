import { type Programme, programmeForm } from '../api.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useApiForm } from '#platform/web/app/form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { saveProgramme } from '#money/payouts/web/data.ts'

const none = '-'
const ibansOf = (typed: string) => (typed.trim() === none ? [] : typed.split(/[\n,;]+/).filter((each) => each.trim()))

/** Text that is no whole number is passed on as typed, so that the form's rule reports it. */
const wholeNumber = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : typed)

/** The form of the programme's settings: amounts and numbers as they are typed. */
export function useProgrammeForm(programme: Programme, onClose: () => void) {
  const { maskedIban: _, otherMaskedIbans: __, ...known } = programme
  return useApiForm({
    shape: programmeForm,
    initial: {
      ...known,
      minimumPayoutCents: eurosInputText(known.minimumPayoutCents),
      secondApprovalAboveCents: eurosInputText(known.secondApprovalAboveCents),
      acceptanceDays: String(known.acceptanceDays),
      vigilanceThresholdCents: eurosInputText(known.vigilanceThresholdCents),
      vigilancePercent: String(known.vigilancePercent),
      registrationHours: String(known.registrationHours),
      extensionMonths: String(known.extensionMonths),
      iban: '',
      otherIbans: '',
    },
    wire: ({
      minimumPayoutCents,
      secondApprovalAboveCents,
      acceptanceDays,
      vigilanceThresholdCents,
      vigilancePercent,
      registrationHours,
      extensionMonths,
      iban,
      otherIbans,
      ...rest
    }) => ({
      ...rest,
      minimumPayoutCents: typedEuros(minimumPayoutCents),
      secondApprovalAboveCents: typedEuros(secondApprovalAboveCents),
      acceptanceDays: wholeNumber(acceptanceDays),
      vigilanceThresholdCents: typedEuros(vigilanceThresholdCents),
      vigilancePercent: wholeNumber(vigilancePercent),
      registrationHours: wholeNumber(registrationHours),
      extensionMonths: wholeNumber(extensionMonths),
      ...(iban.trim() ? { iban } : {}),
      ...(otherIbans.trim() ? { otherIbans: ibansOf(otherIbans) } : {}),
    }),
    faultTitle: 'Validation error',
    send: async (input) => {
      await saveProgramme(input)
      toastSuccess('Payout settings saved')
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
}

export type ProgrammeForm = ReturnType<typeof useProgrammeForm>

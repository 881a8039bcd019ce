import { saveProgramme } from '#money/payouts/web/data.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type Programme, programmeForm } from '../api.ts'

const none = '-'
const parseIbans = (text: string) => (text.trim() === none ? [] : text.split(/[\n,;]+/).filter((each) => each.trim()))

/** Text that is no whole number is passed on as typed, so that the form's rule reports it. */
const wholeNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text)

/** The form of the programme's settings: amounts and numbers as they are typed. */
export function useProgrammeForm(programme: Programme, onClose: () => void) {
  const { maskedIban: _, otherMaskedIbans: __, ...values } = programme
  return useApiForm({
    shape: programmeForm,
    initial: {
      ...values,
      minimumPayoutCents: eurosInputText(values.minimumPayoutCents),
      secondApprovalAboveCents: eurosInputText(values.secondApprovalAboveCents),
      acceptanceDays: String(values.acceptanceDays),
      vigilanceThresholdCents: eurosInputText(values.vigilanceThresholdCents),
      vigilancePercent: String(values.vigilancePercent),
      registrationHours: String(values.registrationHours),
      extensionMonths: String(values.extensionMonths),
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
      ...(otherIbans.trim() ? { otherIbans: parseIbans(otherIbans) } : {}),
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

/** A step that a portal was off for is made up within so many days; what is older was left alone on purpose. */
const graceDays = 2

const day = 86_400_000

/**
 * The step that is due: the last one whose day has come, unless it, or a later one, was taken. Null where none is due, also for
 * what is older than the grace of its last step.
 */
export function dueStep(
  sentAt: Date,
  now: Date,
  { steps, taken: takenSteps }: { readonly steps: readonly number[]; readonly taken: readonly number[] },
): number | null {
  const days = (now.getTime() - sentAt.getTime()) / day
  const step = Math.max(0, ...steps.filter((each) => each <= days))
  return step === 0 || days >= step + graceDays || takenSteps.some((each) => each >= step) ? null : step
}

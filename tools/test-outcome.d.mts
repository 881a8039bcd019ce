export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
  /** Tests that passed at their second try only, with the error of the first. */
  readonly flaky: readonly string[]
  /** Seconds by file. */
  readonly files: ReadonlyMap<string, number>
}

export declare function readOutcome(path: string): Outcome

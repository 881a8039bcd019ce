/** Exact numbers. Nothing is rounded before it is asked for. */
export class Fraction {
  private readonly top: bigint
  private readonly bottom: bigint

  private constructor(top: bigint, bottom: bigint) {
    this.top = top
    this.bottom = bottom
  }

  static of(top: number | bigint, bottom: number | bigint = 1): Fraction {
    return new Fraction(BigInt(top), BigInt(bottom))
  }

  /** '17.25' percent as a number from 0 to 1, by its digits. */
  static ofPercent(percent: number): Fraction {
    const [whole = '0', decimals = ''] = String(percent).split('.')
    return Fraction.of(BigInt(whole + decimals.padEnd(2, '0')), 10_000n)
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom)
  }

  minus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom)
  }

  isAbove(other: Fraction): boolean {
    return this.top * other.bottom > other.top * this.bottom
  }

  floor(): number {
    const quotient = this.top / this.bottom
    return Number(this.top % this.bottom < 0n ? quotient - 1n : quotient)
  }

  /** The nearest whole number; of two, the larger one. */
  nearest(): number {
    return new Fraction(2n * this.top + this.bottom, 2n * this.bottom).floor()
  }
}

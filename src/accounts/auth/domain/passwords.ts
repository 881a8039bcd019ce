export const passwordMinLength = 6
/** Fits any passphrase; bounds the cost of hashing. */
export const passwordMaxLength = 128

const commonest = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345678910 password password1 password123 passw0rd p@ssw0rd
  motdepasse motdepasse1 azerty azerty1 azerty123 azertyuiop qwerty qwerty1 qwerty123 qwertyuiop qwertz abc123
  abcdef abcd1234 a1b2c3 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 123123 123321 123abc 111111 000000 222222 555555
  654321 666666 696969 777777 888888 987654 987654321 112233 121212 131313 159753 147258 147258369 zxcvbn zxcvbnm
  asdfgh asdfghjkl iloveyou jetaime jetaime1 bonjour bonjour1 soleil chocolat doudou loulou coucou nicolas
  marseille france france98 paris75 football basketball baseball superman batman dragon monkey shadow master
  welcome welcome1 letmein login1 admin1 admin123 administrator root123 changeme secret secret1 test123 testtest
  princess sunshine michael jordan23 starwars pokemon naruto trustno1 whatever freedom hello123 azeqsd camille
  thomas julien alexandre sandrine isabelle vanille caramel papillon mamamama papapapa partenaire passerelle`
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether the password is on the list of most common passwords, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return commonest.has(password.toLowerCase())
}

/** A single word plus a few digits or signs, the next most common pattern. */
const decoratedWord = /^[^\p{L}\d]?\p{L}{2,12}[^\p{L}]{0,5}$/u

/**
 * Strength from 0 (refused) to 4 (strong) by length, variety and repetition, as a hint while typing. The server's check is
 * stricter: it uses large dictionaries and the person's own data.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < passwordMinLength || isCommonPassword(password)) return 0
  if (decoratedWord.test(password)) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password).size
  const bits = Math.min(password.length, distinct * 1.5) * Math.log2(8 + kinds * 20)
  if (bits < 40) return 1
  if (bits < 60) return 2
  return bits < 80 ? 3 : 4
}

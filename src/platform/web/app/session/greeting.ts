const key = 'passerelle.greeting'

/** What the first page after a sign-in says, where it is loaded anew in another language. */
export type Greeting = 'signedIn' | 'administratorCreated'

export const saveGreeting = (greeting: Greeting) => sessionStorage.setItem(key, greeting)

export function takeGreeting(): Greeting | null {
  const greeting = sessionStorage.getItem(key) as Greeting | null
  sessionStorage.removeItem(key)
  return greeting
}

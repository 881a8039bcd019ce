/** A person's name as it is shown: people who were deleted stay named, and marked. */
export function nameOf(person: { readonly name: string; readonly deleted: boolean }): string {
  return person.deleted ? `${person.name} (deleted)` : person.name
}

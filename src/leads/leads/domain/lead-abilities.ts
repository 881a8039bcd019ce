/**
 * A lead whose commission is settled, validated or paid, can still be edited, but not moved or deleted. Partners do this with
 * their own, staff with the right to leads: `mayAct`.
 */
export function leadAbilities(lead: { readonly settled?: boolean | undefined }, mayAct = true) {
  const mayLeave = mayAct && !lead.settled
  return { edit: mayAct, move: mayLeave, delete: mayLeave }
}

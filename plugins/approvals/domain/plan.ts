/** An approval rule, sorted by step, amount and age. Amounts in minor units. */
export interface Rule {
  from: number | null
  step: number
  role_id: number
  role: string
}

/**
 * The steps a request needs, in order. All matching rules count; a role is asked once per step. A rule without an amount always matches,
 * one with an amount only requests with an amount. `earlier` returns what to add to the amount for a role.
 */
export function stepsFor(
  rules: readonly Rule[],
  amount: number | null,
  earlier: (role: number) => number = () => 0,
): { role_id: number; role: string }[] {
  const matching = rules
    .filter(({ from, role_id }) => from === null || (amount !== null && amount + earlier(role_id) >= from))
    .toSorted((a, b) => a.step - b.step)
  return matching
    .filter((rule, i) => matching.findIndex((other) => other.step === rule.step && other.role_id === rule.role_id) === i)
    .map(({ role_id, role }) => ({ role_id, role }))
}

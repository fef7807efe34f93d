/** A rule as it was found, by step, amount and age. Amounts in minor units. */
export interface Rule {
  from: number | null
  step: number
  role_id: number
  role: string
}

/**
 * The steps a request needs, in order. Every rule that matches counts; a role that would be asked twice at one step is asked once.
 * A rule without an amount matches always, one with an amount only what is about money. `earlier` is what a role has to add to the amount.
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

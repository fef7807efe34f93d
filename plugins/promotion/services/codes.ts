import { validationError, message, type Message } from 'stoa'
import type { RejectChoice } from 'stoa/plugins/sales'
import type { RejectedRule } from '../domain/evaluate.ts'
import type { ReadCode, ActiveRules } from './read.ts'

const refusal = (code: string, why: string, said?: Message) =>
  validationError({ codes: said ?? message(`promotion:code.${why}`, { code }) })

function wrongWith(code: ReadCode | undefined): string | undefined {
  if (!code || !code.published || !code.enabled || code.other) return 'unknown'
  if (!code.started) return 'not_started'
  if (code.ended) return 'ended'
  return code.uses_left !== null && code.uses_left <= 0 ? 'used_up' : undefined
}

/** The valid codes; of two codes for one rule only the first counts. The others are rejected through `refuse`. */
export function filterValidCodes(typed: readonly string[], { codes, rules }: ActiveRules, refuse: RejectChoice): ReadCode[] {
  const good: ReadCode[] = []
  for (const name of typed) {
    const code = codes.find((one) => one.code === name)
    const why = wrongWith(code) ?? (good.some((one) => one.promotion_id === code?.promotion_id) ? 'twice' : undefined)
    if (code && why === undefined && rules.some(({ id }) => id === code.promotion_id)) good.push(code)
    else refuse(refusal(name, why ?? 'unknown'), name)
  }
  return good
}

/** Rejects codes whose rule does not apply. A code that cannot be decided yet stays. */
export function rejectUnmetCodes(passed: readonly RejectedRule[], refuse: RejectChoice): void {
  for (const { rule, why, said } of passed) {
    if (rule.code === null || why === 'later') continue
    const [reason] = said
    const word = why === 'budget' ? 'used_up' : why
    refuse(
      refusal(rule.code, word, reason && { key: reason.key, params: { ...reason.params, title: rule.title, code: rule.code } }),
      rule.code,
    )
  }
}

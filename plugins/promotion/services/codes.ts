import { validationError, message, type Message } from 'stoa'
import type { RejectChoice } from 'stoa/plugins/sales'
import type { RejectedRule } from '../domain/evaluate.ts'
import type { ReadCode, ActiveRules } from './read.ts'

const refusal = (code: string, reason: string, errorMessage?: Message) =>
  validationError({ codes: errorMessage ?? message(`promotion:code.${reason}`, { code }) })

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
    const code = codes.find((code) => code.code === name)
    const reason = wrongWith(code) ?? (good.some((coupon) => coupon.promotion_id === code?.promotion_id) ? 'twice' : undefined)
    if (code && reason === undefined && rules.some(({ id }) => id === code.promotion_id)) good.push(code)
    else refuse(refusal(name, reason ?? 'unknown'), name)
  }
  return good
}

/** Rejects codes whose rule does not apply. A code that cannot be decided yet stays. */
export function rejectUnmetCodes(passed: readonly RejectedRule[], refuse: RejectChoice): void {
  for (const { rule, reason: ruleReason, explanations } of passed) {
    if (rule.code === null || ruleReason === 'later') continue
    const [reason] = explanations
    const word = ruleReason === 'budget' ? 'used_up' : ruleReason
    refuse(
      refusal(rule.code, word, reason && { key: reason.key, params: { ...reason.params, title: rule.title, code: rule.code } }),
      rule.code,
    )
  }
}

import { type Ctx, f, type Message, translateMessages } from 'stoa'
import type { AdjustmentProvider, Adjustment, RemainingAmounts, Pricing } from 'stoa/plugins/sales'
import { parseCodes } from '../domain/code.ts'
import type { RejectedRule, AppliedRule } from '../domain/evaluate.ts'
import type { Facts } from '../domain/types.ts'
import { rejectUnmetCodes } from './codes.ts'
import type { ReadGifts } from './own-pieces.ts'
import { settleUses } from './settle.ts'
import { evaluateSale } from './evaluate-sale.ts'

/** Maximum number of codes in one sale. */
const MOST_CODES = 5
/** Maximum number of hints about unmet conditions. */
const MOST_HINTS = 2

const sayer = (ctx: Ctx) => (value: Message) => String((translateMessages(ctx.kernel, ctx.language, [value]) as string[])[0])

/** Adjustment provider for automatic rules and typed codes. */
export const promotionAdjustments: AdjustmentProvider = {
  choice: { codes: f.tags() },
  reads: { codes: 'codes' },
  async prepare(ctx, sale, choice, db, refuse) {
    const typed = parseCodes((choice as { codes?: string[] | null } | undefined)?.codes ?? []).slice(0, MOST_CODES)
    const evaluation = await evaluateSale(ctx, sale, typed, db, refuse)
    if (!evaluation) return () => []
    rejectUnmetCodes(evaluation.passed, refuse)
    // A code whose budget is too small for this cart is rejected before any other adjustment, like an expired code.
    const alone = evaluation.choose({ lines: sale.lines.map(({ unit, quantity }) => unit * quantity), shipping: 0 })
    rejectUnmetCodes(
      alone.passed.filter(({ reason }) => reason === 'budget'),
      refuse,
    )
    return (left) => {
      const outcome = evaluation.choose(left)
      return [
        ...outcome.applied.map((appliedRule) => getAdjustment(appliedRule, evaluation.facts)),
        ...getHints(ctx, outcome.passed, sale, left).map((hint) => ({ label: '', hint })),
      ]
    }
  },
  recordUsage: settleUses,
}

function getAdjustment({ rule, shares, shipping, gifts }: AppliedRule, facts: Facts): Adjustment {
  const lines = (facts.loadedData['gift'] as ReadGifts | undefined)?.lines
  return {
    label: rule.title,
    ...(rule.code === null ? {} : { code: rule.code }),
    source_id: rule.id,
    shares,
    shipping,
    gifts: gifts.flatMap(({ stock_id, quantity }) => {
      const line = lines?.get(stock_id)
      return line ? [{ line: { ...line, quantity }, label: rule.title }] : []
    }),
  }
}

/** Hints about unmet conditions: only where buying more meets them, or where a typed code is unused. */
function getHints(ctx: Ctx, passed: readonly RejectedRule[], sale: Pricing, { lines }: RemainingAmounts): string[] {
  if (sale.lines.length === 0 || lines.length === 0) return []
  const say = sayer(ctx)
  return passed
    .flatMap(({ rule, reason: ruleReason, explanations }): Message[] => {
      if (rule.code !== null && (ruleReason === 'beaten' || ruleReason === 'stopped' || ruleReason === 'budget'))
        return [{ key: ruleReason === 'budget' ? 'promotion:code.used_up' : 'promotion:code.not_combined', params: { code: rule.code } }]
      const [reason] = explanations
      if (ruleReason === 'later' && reason) return [{ key: reason.key, params: { ...reason.params, title: rule.title } }]
      const more = reason && explanations.length === 1 && ['promotion:why.subtotal', 'promotion:why.quantity'].includes(reason.key)
      return ruleReason === 'unmet' && rule.code === null && more
        ? [{ key: `${reason.key}_more`, params: { ...reason.params, title: rule.title } }]
        : []
    })
    .slice(0, MOST_HINTS)
    .map(say)
}

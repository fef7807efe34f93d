import {
  findAmountProblem,
  checkInput,
  type Ctx,
  AppError,
  formatMoney,
  INVALID,
  validationError,
  parseMoney,
  type ExtensionPoint,
  message,
  type Message,
} from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import type { Part } from '../domain/types.ts'
import { ACTIONS, type ConditionPiece, CONDITIONS } from './extension-points.ts'

const MOST_GROUPS = 5
const MOST_PARTS = 12

type PieceFields = Pick<ConditionPiece, 'value' | 'closed'>

const wrong = (at: string) => validationError({ [at]: message('core:rule.check_input') })

/** Normalizes amounts: "100" becomes "100.00". */
const withCents = ({ value: fields }: PieceFields, value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, fieldValue]) => {
      const money = fields[name]?.['x-field'].kind === 'money' && (typeof fieldValue === 'string' || typeof fieldValue === 'number')
      return [name, money ? formatMoney(parseMoney(fieldValue)) : fieldValue]
    }),
  )

/**
 * Refuses amounts with more decimals than the base currency. An amount that a part of this type had before is accepted.
 * @throws AppError INVALID
 */
function assertPayableAmounts(
  { value: fields }: PieceFields,
  { type, value }: Part,
  { before, code }: { before: readonly Part[]; code: string },
): void {
  for (const [name, fieldValue] of Object.entries(value)) {
    if (fields[name]?.['x-field'].kind !== 'money' || typeof fieldValue !== 'string') continue
    if (before.some((part) => part.type === type && part.value[name] === fieldValue)) continue
    const problem = findAmountProblem(parseMoney(fieldValue), code)
    if (problem) throw validationError({ [name]: problem })
  }
}

/** @throws AppError INVALID for unknown values of a closed list, or for none */
function assertAmong({ closed = {} }: PieceFields, value: Readonly<Record<string, unknown>>): void {
  for (const [name, allowed] of Object.entries(closed)) {
    const words = Array.isArray(value[name]) ? (value[name] as unknown[]) : []
    if (words.length === 0) throw validationError({ [name]: message('core:rule.required') })
    if (!words.every((word) => allowed.includes(word as string))) throw validationError({ [name]: message('core:rule.choice') })
  }
}

interface Place<T> {
  from: ExtensionPoint<T>
  /** Path of the part. */
  at: string
  /** The parts of the rule before the change. */
  before: readonly Part[]
}

/** Validates one part and returns its stored form. @throws AppError INVALID at a path below `at` */
async function checkPart<T extends PieceFields>(ctx: Ctx, part: unknown, { from, at, before }: Place<T>): Promise<Part> {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) throw wrong(at)
  const { type, value } = part as { type?: unknown; value?: unknown }
  const piece = typeof type === 'string' ? ctx.kernel.contributions(from).get(type) : undefined
  if (typeof type !== 'string' || !piece) throw validationError({ [at]: message('promotion:error.unknown_piece') })
  const partValue = value ?? {}
  if (typeof partValue !== 'object' || Array.isArray(partValue)) throw wrong(at)
  try {
    const checked = await checkInput(piece.value, { ...partValue })
    assertAmong(piece, checked)
    const found = { type, value: withCents(piece, checked) }
    assertPayableAmounts(piece, found, { before, code: baseCurrency(ctx.kernel) })
    return found
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== INVALID || Array.isArray(error.messages)) throw error
    throw new AppError(
      INVALID,
      Object.fromEntries(Object.entries(error.messages).map(([name, messages]) => [`${at}.${name}`, messages as Message[]])),
    )
  }
}

/** Validates groups of conditions. A group has each type at most once. @throws AppError INVALID by path, such as `conditions.0.1.amount` */
export async function checkConditions(ctx: Ctx, groups: unknown, before: readonly Part[][] = []): Promise<Part[][]> {
  if (!Array.isArray(groups) || groups.length > MOST_GROUPS) throw wrong('conditions')
  const checked: Part[][] = []
  for (const [g, group] of groups.entries()) {
    if (!Array.isArray(group) || group.length > MOST_PARTS) throw wrong(`conditions.${g}`)
    const parts: Part[] = []
    for (const [i, part] of group.entries()) {
      const at = `conditions.${g}.${i}`
      const next = await checkPart(ctx, part, { from: CONDITIONS, at, before: before.flat() })
      if (parts.some(({ type }) => type === next.type)) throw validationError({ [at]: message('promotion:promotion_repeated_conditions') })
      parts.push(next)
    }
    if (parts.length > 0) checked.push(parts)
  }
  return checked
}

/** Validates the actions of a rule. @throws AppError INVALID by path, such as `actions.0.percent` */
export async function checkActions(ctx: Ctx, parts: unknown, before: readonly Part[] = []): Promise<Part[]> {
  if (!Array.isArray(parts) || parts.length > MOST_PARTS) throw wrong('actions')
  const checked: Part[] = []
  for (const [i, part] of parts.entries()) checked.push(await checkPart(ctx, part, { from: ACTIONS, at: `actions.${i}`, before }))
  return checked
}

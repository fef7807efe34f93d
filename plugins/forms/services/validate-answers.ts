import { createContext, Script } from 'node:vm'
import { basic, type Ctx, AppError, INVALID } from 'stoa'
import { type Answers, judgeAnswers } from '../domain/answers.ts'
import type { Shape } from '../domain/shape.ts'

/** Time limit of a pattern in milliseconds, against catastrophic backtracking (ReDoS). */
const PATIENCE = 25
const matching = new Script('pattern.test(text)')

/** Whether a pattern matches a whole text; false on timeout. */
function fits(pattern: string, text: string): boolean {
  try {
    const context = createContext({ pattern: new RegExp(`^(?:${pattern})$`, 'u'), text })
    return matching.runInContext(context, { timeout: PATIENCE }) === true
  } catch {
    return false
  }
}

/** Validates answers against a form. @throws AppError INVALID by key, with all errors */
export function judged({ kernel }: Ctx, shape: Shape, input: Readonly<Record<string, unknown>>, staff = false): Answers {
  const codes = kernel.settings.of(basic).supported_country_codes
  const { answers, problems } = judgeAnswers(shape, input, { codes, fits, staff })
  if (Object.keys(problems).length > 0) throw new AppError(INVALID, problems)
  return answers
}

import { createContext, Script } from 'node:vm'
import { basic, type Ctx, AppError, INVALID } from 'stoa'
import { type Answers, judgeAnswers } from '../domain/answers.ts'
import type { Shape } from '../domain/shape.ts'

/** Milliseconds a pattern may take: one that goes in circles stops nobody else. */
const PATIENCE = 25
const matching = new Script('pattern.test(text)')

/** Whether a pattern fits the whole of a text; false when that takes too long. */
function fits(pattern: string, text: string): boolean {
  try {
    const context = createContext({ pattern: new RegExp(`^(?:${pattern})$`, 'u'), text })
    return matching.runInContext(context, { timeout: PATIENCE }) === true
  } catch {
    return false
  }
}

/** Answers held to a form. @throws Failed INVALID by key, with everything that is wrong */
export function judged({ kernel }: Ctx, shape: Shape, given: Readonly<Record<string, unknown>>, staff = false): Answers {
  const codes = kernel.settings.of(basic).supported_country_codes
  const { answers, problems } = judgeAnswers(shape, given, { codes, fits, staff })
  if (Object.keys(problems).length > 0) throw new AppError(INVALID, problems)
  return answers
}

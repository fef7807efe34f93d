import { EXIT } from '../errors.ts'
import type { SharedOptions } from '../options.ts'
import { printData } from '../output.ts'

/** One round of an invariant check with its violations. */
interface Round {
  round: number
  problems: readonly string[]
}

/** Reports the rounds of a check: all of them as JSON, otherwise `held` or the violations. With violations the process fails. */
export function printRounds(options: SharedOptions, rounds: readonly Round[], successText: string): void {
  const problems = rounds.flatMap((r) => r.problems.map((p) => `round ${r.round}: ${p}`))
  if (options.json) printData(JSON.stringify({ ok: problems.length === 0, rounds }))
  else printData(problems.length === 0 ? successText : problems.join('\n'))
  if (problems.length > 0) process.exitCode = EXIT.failure
}

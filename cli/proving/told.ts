import { EXIT } from '../errors.ts'
import type { SharedOptions } from '../options.ts'
import { printData } from '../output.ts'

/** A round of a proof: which one, and what was wrong in it. */
interface Round {
  round: number
  problems: readonly string[]
}

/** Tells what became of the rounds of a proof: all of them as JSON, else `held` or what was wrong; where something was, the process fails. */
export function printRounds(options: SharedOptions, rounds: readonly Round[], held: string): void {
  const problems = rounds.flatMap((r) => r.problems.map((p) => `round ${r.round}: ${p}`))
  if (options.json) printData(JSON.stringify({ ok: problems.length === 0, rounds }))
  else printData(problems.length === 0 ? held : problems.join('\n'))
  if (problems.length > 0) process.exitCode = EXIT.failure
}

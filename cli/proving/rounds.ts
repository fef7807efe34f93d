import type { Command } from 'commander'
import { EXIT } from '../errors.ts'
import { withDatabase } from '../kernel.ts'
import { leaf, type SharedOptions, wholeNumber } from '../options.ts'
import { note, printData } from '../output.ts'
import { OWN_DATABASE_HELP, type ProductUnderTest } from './prove-help.ts'

/** One round of an invariant check with its violations. */
interface Round {
  round: number
  problems: readonly string[]
}

/** A check in rounds: `stoa prove <name>`. `N` are the names of its numeric options beside `rounds`. */
interface RoundsCommand<N extends string, R extends Round> {
  name: string
  summary: string
  /** Options of the example in the help. */
  example: string
  /** Description and default of each option. */
  options: Record<N, readonly [description: string, usual: number]>
  /** What a run does, for `--dry-run`. */
  plan: (options: Counts<N>) => string
  /** Runs the rounds on a temporary database of the server `url`. */
  run: (url: string, options: Counts<N>, onRound: (round: R) => void) => Promise<R[]>
  describeRound: (round: R) => string
  /** Printed when all rounds held. */
  success: (options: Counts<N>, rounds: readonly R[]) => string
}

type Counts<N extends string> = Record<N | 'rounds', number>

/** Creates the command of a check in rounds. With violations the process fails. */
export function roundsCommand<N extends string, R extends Round>(check: RoundsCommand<N, R>): Command {
  const { name, summary, example, plan, run, describeRound, success } = check
  const command = leaf(name, summary, `stoa prove ${name}`, `stoa prove ${name} ${example} --json`)
    .addHelpText('after', `\n${OWN_DATABASE_HELP}`)
    .option('--rounds <n>', 'How often', wholeNumber, 20)
  for (const [option, [description, usual]] of Object.entries<readonly [string, number]>(check.options))
    command.option(`--${option} <n>`, description, wholeNumber, usual)
  return command.action(async (options: SharedOptions & Counts<N>) => {
    if (options.dryRun) return note(options, `${options.rounds} rounds${plan(options)}. ${OWN_DATABASE_HELP}`)
    const rounds = await withDatabase(options, ({ url }) =>
      run(url, options, (round) => note(options, `round ${round.round}: ${[describeRound(round), ...round.problems].join('; ')}`)),
    )
    const problems = rounds.flatMap((r) => r.problems.map((problem) => `round ${r.round}: ${problem}`))
    if (options.json) printData(JSON.stringify({ ok: problems.length === 0, rounds }))
    else printData(problems.length === 0 ? `${options.rounds} rounds${success(options, rounds)}` : problems.join('\n'))
    if (problems.length > 0) process.exitCode = EXIT.failure
  })
}

/** Runs rounds one after the other. */
export async function runRounds<R extends Round>(
  { rounds }: { rounds: number },
  onRound: (round: R) => void,
  run: (n: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let n = 1; n <= rounds; n++) {
    const round = await run(n)
    onRound(round)
    results.push(round)
  }
  return results
}

/** Checks invariants, each a query of violating rows with a column `what`. @returns the violations, each with the first rows */
export async function findViolations({ rows }: ProductUnderTest, invariants: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = []
  for (const [invariant, query] of Object.entries(invariants)) {
    const violating = await rows<{ what: string }>(`${query} limit 5`)
    if (violating.length > 0) found.push(`violated: ${invariant} (${violating.map(({ what }) => what).join(', ')})`)
  }
  return found
}

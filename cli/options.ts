import { Command, InvalidArgumentError } from 'commander'
import type { CommandOutput } from './output.ts'

/** Options of every command. */
export interface SharedOptions extends CommandOutput {
  fields?: string
  color: boolean
  input: boolean
  progress: boolean
  yes?: boolean
  dryRun?: boolean
}

/** A command with the shared options and examples. */
export function leaf(name: string, summary: string, ...examples: string[]): Command {
  return new Command(name)
    .description(summary)
    .addHelpText('after', `\n${examples.length > 1 ? 'Examples' : 'Example'}:\n${examples.map((e) => `  ${e}\n`).join('')}`)
    .helpOption('-h, --help', 'Show help')
    .option('--json', 'Print JSON; failures too, on standard error')
    .option('--fields <names>', 'Print only these, separated by commas')
    .option('--plain', 'Print tab-separated lines without a heading')
    .option('-q, --quiet', 'Say nothing but data and failures')
    .option('-v, --verbose', 'Say more, and where a failure came from')
    .option('-y, --yes', 'Answer yes to "are you sure"')
    .option('-n, --dry-run', 'Say what would be done and do nothing')
    .option('--no-color', 'Print without colours')
    .option('--no-input', 'Never ask; fail instead')
    .option('--no-progress', 'Show no progress')
}

/** A noun with its verbs as subcommands. Options belong to the verb. */
export function family(name: string, summary: string, ...verbs: Command[]): Command {
  const command = new Command(name).description(summary).helpOption('-h, --help', 'Show help').enablePositionalOptions()
  for (const verb of verbs) command.addCommand(verb)
  return command
}

/** Collects a repeatable option. */
export const several = (value: string, before: string[] = []): string[] => [...before, value]

/** @throws InvalidArgumentError */
export function wholeNumber(value: string): number {
  const n = /^\d+$/.test(value) ? Number(value) : 0
  // Larger numbers exceed the database's integers.
  if (!Number.isSafeInteger(n) || n < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return n
}

/** Ids separated by commas. @throws InvalidArgumentError */
export function idList(value: string): number[] {
  return value.split(',').map((part) => wholeNumber(part.trim()))
}

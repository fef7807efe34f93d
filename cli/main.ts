import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { projectRoot } from '../core/root.ts'
import type { CommandEntry } from './command-entry.ts'
import { allCommands } from './commands.ts'
import { EXIT, EXIT_MEANS, type ExitName } from './errors.ts'
import { createUnknownNameError } from './nearest.ts'
import { reportFailure, type CommandOutput } from './output.ts'

const EXAMPLES = `Examples:
  stoa start                                   shop, admin and API, with a database of their own
  stoa admin create                            somebody who may sign in to the back office
  stoa role grant editor 'get account'         let people do more
  stoa plugin list                             what the product is made of
  stoa help role                               what a command does and understands
`

const exitCodes = () =>
  `\nExit codes:\n${Object.entries(EXIT)
    .map(([name, code]) => `  ${String(code).padEnd(4)}${EXIT_MEANS[name as ExitName]}\n`)
    .join('')}`

/** Runs one command line and sets the exit code of the process. */
export async function main(args: string[]): Promise<void> {
  // Read before parsing, so that parse errors use the requested format too.
  const output: CommandOutput = {
    json: args.includes('--json'),
    verbose: args.includes('--verbose') || args.includes('-v'),
  }
  if (args.includes('--no-color')) process.env.NO_COLOR = '1'
  process.once('SIGINT', () => {
    process.stderr.write('Cancelled\n')
    process.exit(EXIT.interrupted)
  })
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : EXIT.failure))
  let commands: CommandEntry[] = []
  try {
    commands = await allCommands()
    const program = await buildProgram(args, output, commands)
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(parseCommandPath(args, commands), { from: 'user' })
  } catch (error) {
    process.exitCode = error instanceof CommanderError ? usage(error, args, output, commands) : reportFailure(output, error)
  }
}

/**
 * Rewrites help for several words, which commander supports only for one: `help role grant` becomes `role grant --help`.
 * `--no-color` is already handled. @throws CliError usage for help on an unknown command
 */
function parseCommandPath(args: readonly string[], commands: readonly CommandEntry[]): string[] {
  const words = args.filter((word) => word !== '--no-color')
  const [first, topic] = words
  if (first !== 'help' || topic === undefined) return words
  if (!topic.startsWith('-') && !commands.some(({ name }) => name === topic))
    throw createUnknownNameError(
      'command',
      topic,
      commands.map(({ name }) => name),
      { exit: 'usage', hint: 'stoa --help' },
    )
  return words.length > 2 ? [...words.slice(1), '--help'] : words
}

async function buildProgram(args: string[], output: CommandOutput, commands: readonly CommandEntry[]): Promise<Command> {
  const program = new Command('stoa')
    .description('Shop, bookings, CRM and back office in one.')
    .version(version(), '--version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help of a command')
    .addHelpText('before', EXAMPLES)
    .addHelpText('after', exitCodes)
    .showSuggestionAfterError()
    .enablePositionalOptions()
  const words = args.filter((word) => !word.startsWith('-'))
  const called = words[0] === 'help' ? words[1] : words[0]
  for (const { name, summary, group, load } of commands) {
    // Only the called command is loaded; for the others help needs only the name.
    const command = name === called ? await (await load()).command(commands) : new Command(name)
    program.addCommand(command.description(summary).helpGroup(`${group}:`))
  }
  speakOurWay(program, output)
  return program
}

/** By default commander exits the process itself, with 1 for a usage error. */
function speakOurWay(command: Command, output: CommandOutput): void {
  command.exitOverride()
  if (output.json) command.configureOutput({ writeErr: () => {} })
  for (const child of command.commands) speakOurWay(child, output)
}

function usage(error: CommanderError, args: readonly string[], output: CommandOutput, commands: readonly CommandEntry[]): number {
  if (error.exitCode === 0 || error.code === 'commander.help') return error.exitCode && EXIT.usage
  const message = error.message.replace(/^error: /, '')
  if (output.json) process.stderr.write(`${JSON.stringify({ error: { code: 'USAGE', message } })}\n`)
  else {
    const family = commands.find(({ name }) => name === args[0])?.name
    const all = error.code === 'commander.unknownCommand' && !family
    process.stderr.write(all ? `Commands: ${commands.map(({ name }) => name).join(', ')}\n` : `Try: stoa ${family ?? ''} --help\n`)
  }
  return EXIT.usage
}

function version(): string {
  const manifest = readFileSync(join(projectRoot(), 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

import { CliError } from './errors.ts'
import { requireTerminal } from './output.ts'

/** What decides whether somebody can be asked. */
export interface Asking {
  input?: boolean
  yes?: boolean
  /** What `--confirm` said. */
  confirm?: string
}

/** A line of a list to choose from. */
export interface Choice<T> {
  name: string
  value: T
  checked?: boolean
}

/** Whether somebody sits at a terminal and may be asked. */
export const canAsk = (options: Asking): boolean => options.input !== false && process.stdin.isTTY

type Question = Record<string, unknown> & { type: string; message: string }

// Loaded with the first question: no command that asks nothing pays for it. Standard output is for data.
async function ask<T>(question: Question): Promise<T> {
  const { createPromptModule } = (await import('inquirer')).default
  const answers = await createPromptModule({ output: process.stderr })([{ ...question, name: 'it' }] as never)
  return (answers as { it: T }).it
}

export const askText = (message: string, fallback?: string): Promise<string> =>
  ask({ type: 'input', message, ...(fallback === undefined ? {} : { default: fallback }) })

export const askChoice = <T>(message: string, choices: readonly Choice<T>[], fallback?: T): Promise<T> =>
  ask({
    type: 'select',
    message,
    choices,
    loop: false,
    pageSize: 15,
    ...(fallback === undefined ? {} : { default: fallback }),
  })

export const askMany = <T>(message: string, choices: readonly Choice<T>[]): Promise<T[]> =>
  ask({ type: 'checkbox', message, choices, loop: false, pageSize: 15 })

/** A secret, shown as dots. */
export const askSecret = (message: string): Promise<string> => ask({ type: 'password', message, mask: '•' })

/** Yes or no; `--yes` answers yes. @throws CliError usage when nobody can be asked. */
export async function confirm(options: Asking, message: string, example: string): Promise<boolean> {
  if (options.yes) return true
  requireTerminal(options, '--yes', example)
  return ask<boolean>({ type: 'confirm', message, default: false })
}

/** For what cannot be taken back: the name must be typed, or given by `--confirm`. `--yes` does not answer this. */
export async function confirmByName(options: Asking, name: string, message: string, example: string): Promise<void> {
  const flag = `--confirm ${name}`
  if (options.confirm === undefined) requireTerminal(options, flag, example)
  const said = options.confirm ?? (await askText(message))
  if (said.trim() !== name) throw new CliError('usage', `"${said}" is not "${name}": nothing was changed.`, { hint: example })
}

/** A password from standard input, without the line end that `echo` adds. */
export async function readStdin(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

import { CliError } from './errors.ts'
import { requireTerminal } from './output.ts'

/** Options that decide whether a command may prompt. */
export interface Asking {
  input?: boolean
  yes?: boolean
  /** Value of `--confirm`. */
  confirm?: string
}

/** A choice of a prompt. */
export interface Choice<T> {
  name: string
  value: T
  checked?: boolean
}

/** Whether prompting is possible: a terminal is attached and `--no-input` is not set. */
export const canAsk = (options: Asking): boolean => options.input !== false && process.stdin.isTTY

type Question = Record<string, unknown> & { type: string; message: string }

// The prompt library is loaded on first use. Prompts go to standard error, because standard output is for data.
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

/** Prompts for a secret, shown as dots. */
export const askSecret = (message: string): Promise<string> => ask({ type: 'password', message, mask: '•' })

/** Prompts for yes or no; `--yes` answers yes. @throws CliError usage when prompting is not possible. */
export async function confirm(options: Asking, message: string, example: string): Promise<boolean> {
  if (options.yes) return true
  requireTerminal(options, '--yes', example)
  return ask<boolean>({ type: 'confirm', message, default: false })
}

/** For irreversible actions: the name must be typed, or given by `--confirm`. `--yes` is not enough. */
export async function confirmByName(options: Asking, name: string, message: string, example: string): Promise<void> {
  const flag = `--confirm ${name}`
  if (options.confirm === undefined) requireTerminal(options, flag, example)
  const typedName = options.confirm ?? (await askText(message))
  if (typedName.trim() !== name) throw new CliError('usage', `"${typedName}" is not "${name}": nothing was changed.`, { hint: example })
}

/** Reads a password from standard input, without the line break that `echo` adds. */
export async function readStdin(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

import { randomBytes } from 'node:crypto'
import { askSecret, canAsk, readStdin } from './ask.ts'
import { CliError } from './errors.ts'

/** Ways to give a password. Never as an argument: those are visible to everybody on the machine. */
export interface SecretOptions {
  passwordStdin?: boolean
  generate?: boolean
  input?: boolean
}

/** @throws CliError usage when no way was chosen and prompting is not possible. */
export async function choosePassword(options: SecretOptions, example: string): Promise<{ password: string; generated: boolean }> {
  if (options.passwordStdin && options.generate) {
    throw new CliError('usage', '--password-stdin and --generate exclude each other.')
  }
  if (options.generate) return { password: randomBytes(12).toString('base64url'), generated: true }
  if (options.passwordStdin) return { password: await readStdin(), generated: false }
  if (!canAsk(options)) {
    const reason = options.input === false ? 'because of --no-input' : 'because input is not a terminal'
    throw new CliError('usage', `--password-stdin or --generate is required ${reason}.`, { hint: example })
  }
  const password = await askSecret('Password')
  if ((await askSecret('Again')) !== password) throw new CliError('usage', 'The two passwords differ.')
  return { password, generated: false }
}

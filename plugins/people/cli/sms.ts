import type { Command } from 'commander'
import { CliError, leaf, printData, type SharedOptions, withKernel } from 'stoa/cli'
import { newestSms } from '../services/sms.ts'

/** `stoa sms <number>`: the newest SMS to a number, including its secret. */
export function command(): Command {
  return leaf('sms', 'Read the newest SMS to a number', 'stoa sms 85291234567')
    .argument('<number>', 'In international form, without the plus')
    .action(async (number: string, options: SharedOptions) => {
      // CLI users have the encryption keys.
      const body = await withKernel(options, (kernel) => newestSms(kernel, number))
      if (body === undefined) throw new CliError('notFound', `no message to ${number}.`)
      printData(options.json ? JSON.stringify({ recipient: number, body }) : body)
    })
}

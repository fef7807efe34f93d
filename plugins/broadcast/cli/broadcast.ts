import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { CliError, family, leaf, printData, readStdin, type SharedOptions, withKernel } from '../../../cli/kit.ts'
import { takeMail } from '../services/bounces.ts'

/** `stoa broadcast bounces`: reads mails that came back. */
export function command(): Command {
  return family(
    'broadcast',
    'Read what came back for broadcasts',
    leaf(
      'bounces',
      'Read a mail that came back, from a file or standard input',
      'stoa broadcast bounces returned.eml',
      'stoa broadcast bounces - < mail',
    )
      .argument('<file>', 'A raw mail, - for standard input')
      .action(async (file: string, options: SharedOptions) => {
        const raw = file === '-' ? Buffer.from(await readStdin(), 'utf8') : await readMail(file)
        const outcome = await withKernel(options, (kernel) => takeMail(kernel, raw))
        const words = {
          noted: 'Noted.',
          known: 'This mail was read before.',
          strange: 'This is no notice about a letter of a broadcast.',
        }
        printData(options.json ? JSON.stringify({ outcome }) : words[outcome])
      }),
  )
}

async function readMail(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new CliError('notFound', `${file} cannot be read.`)
  }
}

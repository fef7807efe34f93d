import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { CliError, dryRunNote, family, leaf, note, printData, readStdin, type SharedOptions, withKernel } from 'stoa/cli'
import { readBounce, acceptBounceMail } from '../services/bounces.ts'

/** `stoa broadcast bounces`: reads bounced e-mails from the maildir. */
export function command(): Command {
  return family(
    'broadcast',
    'Process bounces of broadcasts',
    leaf(
      'bounces',
      'Process a bounced email from a file or standard input',
      'stoa broadcast bounces returned.eml',
      'stoa broadcast bounces - < mail',
    )
      .argument('<file>', 'Raw email, - for standard input')
      .action(async (file: string, options: SharedOptions) => {
        const raw = file === '-' ? Buffer.from(await readStdin(), 'utf8') : await readMail(file)
        if (options.dryRun) {
          const back = await withKernel(options, (kernel) => Promise.resolve(readBounce(kernel, raw)))
          note(options, back ? `Would record ${back.type} for recipient ${back.id}, unless it was recorded before.` : words.strange)
          return dryRunNote(options, { recipient: back?.id ?? null, type: back?.type ?? null })
        }
        const outcome = await withKernel(options, (kernel) => acceptBounceMail(kernel, raw))
        printData(options.json ? JSON.stringify({ outcome }) : words[outcome])
      }),
  )
}

const words = {
  noted: 'Noted.',
  known: 'This email was already processed.',
  strange: 'This is not a bounce or complaint for a broadcast email.',
}

async function readMail(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new CliError('notFound', `${file} cannot be read.`)
  }
}

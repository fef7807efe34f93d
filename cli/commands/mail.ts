import type { Command } from 'commander'
import { Option } from 'commander'
import { sql } from '../../core/db/sql.ts'
import { readEmail } from '../../core/mail/email.ts'
import { CliError } from '../errors.ts'
import { withKernel } from '../kernel.ts'
import { family, leaf, type SharedOptions, wholeNumber } from '../options.ts'
import { note, printData, printRows } from '../output.ts'

interface MailRow {
  id: number
  status: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  error: string
  created_at: string
  sent_at: string | null
}

/** `stoa mail`: e-mails written by the product. Without SMTP they are read here. */
export function command(): Command {
  return family('mail', 'Read the mails the product wrote', list(), show())
}

function list(): Command {
  return leaf('list', 'Show the newest mails', 'stoa mail list --status pending')
    .addOption(new Option('--status <status>', 'Only these').choices(['pending', 'sent']))
    .option('--limit <n>', 'At most so many', wholeNumber, 20)
    .action(async (options: SharedOptions & { status?: string; limit: number }) => {
      const rows = await withKernel(options, ({ db }) =>
        db.rows(sql`select id, status, recipient, subject, created_at, sent_at, error from mail
          where ${options.status ?? null}::text is null or status = ${options.status ?? null}
          order by id desc limit ${options.limit}`),
      )
      printRows(options, ['id', 'status', 'recipient', 'subject', 'created_at'], rows as object[])
    })
}

function show(): Command {
  return leaf('show', 'Read one mail', 'stoa mail show 12')
    .argument('<id>', 'Which mail', wholeNumber)
    .action(async (id: number, options: SharedOptions) => {
      const mail = await withKernel(options, async (kernel) => {
        const row = await kernel.db.one<MailRow>(sql`select id, status, recipient, subject, text_body, html_body, headers, error,
          created_at, sent_at from mail where id = ${id}`)
        // The operator has the keys, so secret parts are decrypted.
        return row && { ...row, ...(await readEmail(kernel, id)) }
      })
      if (!mail) throw new CliError('notFound', `no mail ${id}.`, { hint: 'stoa mail list' })
      if (options.json) return printData(JSON.stringify(mail))
      printData(`To: ${mail.recipient}\nSubject: ${mail.subject}\nDate: ${mail.created_at}\nStatus: ${mail.status}\n\n${mail.text_body}`)
      if (mail.error) note(options, `Last failure: ${mail.error}`)
    })
}

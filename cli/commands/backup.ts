import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { CliError, EXIT } from '../errors.ts'
import { withDatabase } from '../kernel.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData } from '../output.ts'
import { progress } from '../progress.ts'

/** `stoa backup`: tables, files and keys at one point in time, in one file, while the shop runs. */
export function command(): Command {
  return leaf(
    'backup',
    'Copy the whole shop into one file, while it goes on',
    'stoa backup /backups/monday.tar.gz',
    'stoa backup - | age -r age1… > monday.tar.gz.age',
  )
    .argument('<file>', 'Where to; - writes to standard output')
    .addHelpText('after', '\nIt holds everything, also what unlocks sealed values: keep it where only you can read it.\n')
    .action(async (file: string, options: SharedOptions) => {
      const piped = file === '-'
      if (!piped && existsSync(file)) throw new CliError('conflict', `${file} is there already.`, { hint: 'Choose another name.' })
      if (piped && (options.json || process.stdout.isTTY))
        throw new CliError('usage', 'Standard output takes the backup itself: send it somewhere, without --json.')
      await withDatabase(options, async (ground) => {
        const { config, url } = ground
        const [{ take }, { ArchiveWriter }, { withConnection }, { withFileStore }, { signingKeys }] = await Promise.all([
          import('../backup/create-backup.ts'),
          import('../backup/archive.ts'),
          import('../migrate/lock.ts'),
          import('../backup/file-store.ts'),
          import('../../core/config.ts'),
        ])
        if (options.dryRun) return dryRunNote(options, { file, files: config.fileStore })
        const part = `${file}.part`
        const bar = progress('Backup', options)
        try {
          const sums = await withConnection(url, async (client) => {
            const out = new ArchiveWriter(piped ? process.stdout : createWriteStream(part, { mode: 0o600 }))
            try {
              const keys = signingKeys(config)
              const backup = await withFileStore(ground, (files) => take({ client, files, keys, out, tell: bar.update }))
              await out.end()
              return backup
            } catch (error) {
              out.abandon()
              throw error
            }
          })
          const tables = Object.values(sums.tables)
          const summary = {
            tables: tables.length,
            rows: tables.reduce((sum, { count }) => sum + count, 0),
            files: Object.keys(sums.files).length,
            missing: sums.missing,
          }
          if (!piped) {
            // Verifies the backup before it gets its final name.
            await (await import('../backup/check.ts')).check(part)
            await rename(part, file)
          }
          bar.end()
          for (const path of sums.missing) note(options, `missing: ${path} is named by the shop, but not there`)
          if (sums.missing.length > 0) process.exitCode = EXIT.partial
          const bytes = piped ? undefined : (await stat(file)).size
          if (options.json) printData(JSON.stringify({ file, bytes, ...summary }))
          else
            note(
              options,
              `✓ ${summary.tables} tables with ${summary.rows} rows, ${summary.files} files${piped ? '' : `, read back: ${file}`}`,
            )
        } finally {
          bar.end()
          if (!piped) await rm(part, { force: true })
        }
      })
    })
}

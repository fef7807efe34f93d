import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Client } from 'pg'
import type { Config } from '../../core/config.ts'
import type { Checked } from '../backup/check.ts'
import { CliError } from '../errors.ts'
import { type CommandContext, withDatabase } from '../kernel.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData } from '../output.ts'
import { progress } from '../progress.ts'

/** `stoa restore`: restores a shop from a backup on any PostgreSQL, embedded or external. */
export function command(): Command {
  return leaf(
    'restore',
    'Bring a shop back from a backup',
    'STOA_DATA_DIR=/srv/stoa stoa restore /backups/monday.tar.gz',
    'stoa restore monday.tar.gz --dry-run',
    'DATABASE_URL=postgres://… STOA_DATA_DIR=/tmp/copy stoa restore monday.tar.gz --without-jobs',
  )
    .argument('<file>', 'The backup')
    .option('--without-jobs', 'Leave out what waited to be done: a copy to try things on shall send no mails')
    .addHelpText('after', '\nThe database must be one nobody works in yet; all of the backup is brought back, or nothing.\n')
    .action(async (file: string, options: SharedOptions & { withoutJobs?: boolean }) => {
      if (!existsSync(file)) throw new CliError('notFound', `There is no file ${file}.`)
      const { check } = await import('../backup/check.ts')
      // Checks the backup before anything is created.
      const checked = await check(file)
      await withDatabase(options, async (ground) => {
        const { withConnection } = await import('../migrate/lock.ts')
        refuseOtherKeys(ground.config, checked.keys)
        const pending = await later(ground, checked)
        await withConnection(ground.url, (client) => refuseUsed(client))
        const rows = Object.values(checked.sums.tables).reduce((sum, { count }) => sum + count, 0)
        const plan = { made: checked.head.made, rows, files: Object.keys(checked.sums.files).length, migrations_after: pending }
        note(options, `Backup of ${plan.made}, PostgreSQL ${checked.head.postgres}: ${plan.rows} rows, ${plan.files} files.`)
        if (options.dryRun) return dryRunNote(options, plan)
        await bringBack(ground, file, checked, options)
        if (options.json) printData(JSON.stringify(plan))
        else note(options, '✓ All is back, and every table is as it was. Next: stoa doctor')
      })
    })
}

async function bringBack(
  ground: CommandContext,
  file: string,
  checked: Checked,
  options: SharedOptions & { withoutJobs?: boolean },
): Promise<void> {
  const { config, url, plugins } = ground
  const [
    { restore },
    { migrate },
    { prepareQueue },
    { migrationSources, prepareDatabase },
    { withConnection },
    { localStore, putFiles, withFileStore },
  ] = await Promise.all([
    import('../backup/restore.ts'),
    import('../migrate/migrate.ts'),
    import('../migrate/queue.ts'),
    import('../start/boot.ts'),
    import('../migrate/lock.ts'),
    import('../backup/file-store.ts'),
  ])
  const bar = progress('Restore', options)
  const keys = join(config.dataDir, 'signing-key')
  const local = localStore(ground)
  try {
    // Keys are written first: rows whose sealed values cannot be decrypted must not be restored.
    await mkdir(config.dataDir, { recursive: true })
    await writeFile(`${keys}.part`, `${checked.keys.join('\n')}\n`, { mode: 0o600 })
    bar.update(0, 'making tables')
    await migrate({ url, sources: migrationSources(plugins), only: checked.head.migrations })
    await prepareQueue(url)
    await withConnection(url, (client) =>
      restore({ ...checked, file, client, files: local, withoutJobs: options.withoutJobs === true, tell: bar.update }),
    )
    if (config.secrets.length === 0) await rename(`${keys}.part`, keys)
    // An older backup is migrated like any database.
    await prepareDatabase(url, plugins)
    if (!local) await withFileStore(ground, (store) => putFiles(file, store))
    // Until autovacuum has run, the planner would assume empty tables.
    await withConnection(url, (client) => client.query('analyze'))
  } finally {
    bar.end()
    await rm(`${keys}.part`, { force: true })
  }
}

/** @throws CliError config when sealed values of the backup could not be decrypted here */
function refuseOtherKeys({ secrets }: Config, keys: readonly string[]): void {
  if (secrets.length === 0 || keys.every((key) => secrets.includes(key))) return
  throw new CliError('config', 'STOA_SECRETS lacks a key of the backup: what is sealed under it could not be opened.', {
    hint: 'Add it (tar -xzOf <file> signing-key shows it), or leave STOA_SECRETS out to take the keys of the backup.',
  })
}

/** Migrations newer than those of the backup. @throws CliError conflict when the backup has some that are missing here */
async function later({ plugins }: CommandContext, { head }: Checked): Promise<string[]> {
  const [{ listMigrations }, { migrationSources }] = await Promise.all([import('../migrate/files.ts'), import('../start/boot.ts')])
  const here = (await listMigrations(migrationSources(plugins))).map(({ name }) => name)
  const strange = head.migrations.filter((name) => !here.includes(name))
  if (strange.length > 0)
    throw new CliError('conflict', `The backup needs what is not installed here: ${strange.join(', ')}.`, {
      hint: 'Install the version that made it, or the plugins that are left out.',
    })
  return here.filter((name) => !head.migrations.includes(name))
}

/** @throws CliError conflict when the database already has an account */
async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.account') is not null as there`)
  if (!rows[0]?.there || (await client.query('select from account limit 1')).rowCount === 0) return
  throw new CliError('conflict', 'A shop is in this database already. Nothing was changed.', {
    hint: 'Name an empty one in DATABASE_URL, or a new folder in STOA_DATA_DIR.',
  })
}

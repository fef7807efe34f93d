import type { Config } from '../../core/config.ts'
import type { LoadedPlugin } from '../../core/plugin/define.ts'
import { failure, type Finding, ok, reason, warning } from './check-result.ts'

const OLDEST = 150_000

/** Whether the database is reachable and new enough; the URL is undefined when further checks are not possible. */
export async function checkServer(config: Config, tell: (line: string) => void): Promise<{ findings: Finding[]; url?: string }> {
  try {
    const { databaseUrl } = await import('../boot.ts')
    const url = await databaseUrl(config, tell)
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      application_name: 'stoa doctor',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query<{ version: string; text: string }>(
        "select current_setting('server_version_num') as version, current_setting('server_version') as text",
      )
      const begun = performance.now()
      await client.query('select 1')
      const latency = (performance.now() - begun).toFixed(0)
      const { version = '0', text = '' } = rows[0] ?? {}
      if (Number(version) < OLDEST)
        return {
          findings: [failure('database', `PostgreSQL ${text} is too old`, 'use PostgreSQL 15 or newer')],
        }
      return { findings: [ok('database', `PostgreSQL ${text.split(' ')[0]}, latency ${latency} ms`)], url }
    } finally {
      await client.end().catch(() => {})
    }
  } catch (error) {
    const fix = config.databaseUrl ? 'check DATABASE_URL, and that the server runs' : `look into ${config.dataDir}, or set DATABASE_URL`
    return { findings: [failure('database', `the database cannot be reached: ${reason(error)}`, fix)] }
  }
}

/** Whether all migrations are applied. `ready` when the content can be checked. */
export async function checkMigrations(url: string, plugins: readonly LoadedPlugin[]): Promise<{ findings: Finding[]; ready: boolean }> {
  const [{ migrationStatus }, { migrationSources }] = await Promise.all([import('../migrate/migrate.ts'), import('../start/boot.ts')])
  const entries = await migrationStatus({ url, sources: migrationSources(plugins) })
  const getNamesInState = (state: string) => entries.filter((e) => e.state === state).map((e) => e.name)
  const [pending, missing, absent] = [getNamesInState('pending'), getNamesInState('missing'), getNamesInState('absent')]
  const findings: Finding[] = []
  if (missing.length > 0)
    findings.push(
      failure('migrations', 'the database was used by a newer or different version', 'install that one, or restore the files', missing),
    )
  if (pending.length > 0)
    findings.push(failure('migrations', `${pending.length} migrations are pending`, 'stoa migrate up', pending.slice(0, 10)))
  if (absent.length > 0)
    findings.push(
      warning(
        'migrations',
        'the database holds tables of plugins that are not enabled',
        'stoa plugin enable, if that was not meant',
        absent,
      ),
    )
  if (missing.length + pending.length === 0) findings.push(ok('migrations', `migrations up to date (${getNamesInState('applied').length})`))
  return { findings, ready: missing.length + pending.length === 0 }
}

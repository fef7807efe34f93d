import type { Kernel } from '../../core/context.ts'
import { findDrift } from '../migrate/drift.ts'
import { id, sql } from '../../core/db/sql.ts'
import { filesDir } from '../../core/file/folder-store.ts'
import { getFileStore } from '../../core/file/store.ts'
import { getConfiguredTransport } from '../../core/mail/transport.ts'
import { allAccounts, allRoles } from '../access.ts'
import { unnamedProxies } from '../start/unnamed-proxy.ts'
import { countJobs } from '../jobs.ts'
import { failure, type Finding, ok, reason, warning } from './check-result.ts'

/** Checks of the database content: whether it matches the declarations and is consistent. */
export async function checkContent(kernel: Kernel): Promise<Finding[]> {
  const checks = {
    tables: checkDrift,
    records: checkInvariants,
    roles: checkRoles,
    staff: checkOwner,
    files: checkFiles,
    jobs: checkJobs,
    proxies: checkProxies,
    mail: checkTransport,
  }
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks)) {
    try {
      findings.push(...(await check(kernel)))
    } catch (error) {
      findings.push(failure(name, `${name} could not be checked: ${reason(error)}`, 'mend what is wrong with the tables first'))
    }
  }
  return findings
}

async function checkDrift(kernel: Kernel): Promise<Finding[]> {
  const found = await findDrift(kernel)
  if (found.length === 0) return [ok('tables', `${kernel.registry.resources.size} tables are as declared`)]
  return [
    failure(
      'tables',
      'tables differ from what the plugins declare',
      'write a migration for the difference, or restore the table',
      found.slice(0, 10),
    ),
  ]
}

async function checkInvariants(kernel: Kernel): Promise<Finding[]> {
  const findings: Finding[] = []
  let count = 0
  for (const plugin of kernel.registry.plugins) {
    for (const [name, check] of Object.entries(plugin.checks ?? {})) {
      count++
      const found = await check(kernel)
      if (found.length > 0)
        findings.push(failure('records', `${plugin.id}: ${name} – does not hold`, `look at the records named`, found.slice(0, 10)))
    }
  }
  return findings.length > 0 ? findings : [ok('records', `${count} rules of the plugins hold`)]
}

async function checkRoles(kernel: Kernel): Promise<Finding[]> {
  const unknown = (await allRoles(kernel)).flatMap((role) =>
    role.permission_list.filter((p) => !kernel.registry.permissions.has(p)).map((p) => `${role.name}: ${p}`),
  )
  if (unknown.length === 0) return [ok('roles', 'roles hold only permissions that exist')]
  return [
    warning(
      'roles',
      'roles hold permissions no enabled plugin declares',
      'enable the plugin, or take them out in the role screen',
      unknown.slice(0, 10),
    ),
  ]
}

async function checkOwner(kernel: Kernel): Promise<Finding[]> {
  const accounts = await allAccounts(kernel)
  const owners = accounts.filter((a) => a.enabled && (a.superuser || a.permission_list.includes('update role')))
  if (owners.length === 0) return [warning('staff', 'nobody can sign in and change roles', 'stoa admin create')]
  return [ok('staff', `${accounts.length} staff accounts, ${owners.length} may change roles`)]
}

async function checkFiles(kernel: Kernel): Promise<Finding[]> {
  const stored = await kernel.db.rows<{ path: string }>(sql`select path from file order by id`)
  const missingFiles: string[] = []
  const store = getFileStore(kernel)
  const [place, folder] = kernel.config.fileStore === 'folder' ? ['on disk', filesDir(kernel)] : ['in their store', 'them']
  for (const { path } of stored) if (!(await store.has(path))) missingFiles.push(path)
  const named = await namedFiles(kernel)
  const findings: Finding[] = []
  if (missingFiles.length > 0)
    findings.push(
      failure(
        'files',
        `${missingFiles.length} uploaded files are not ${place}`,
        `restore ${folder} from the backup`,
        missingFiles.slice(0, 10),
      ),
    )
  if (named.length > 0)
    findings.push(
      failure('files', `${named.length} records name a file nobody uploaded`, 'upload it again in the record named', named.slice(0, 10)),
    )
  return findings.length > 0 ? findings : [ok('files', `${stored.length} uploaded files are ${place}`)]
}

/** Fields that refer to an unknown file, as `resource id field: path`. */
async function namedFiles({ registry, db }: Kernel): Promise<string[]> {
  const found: string[] = []
  for (const r of registry.resources.values()) {
    for (const f of r.fields) {
      if ((f.meta.kind !== 'image' && f.meta.kind !== 'file') || !f.column || f.meta.localized) continue
      const column = sql`t.${id(f.column)}`
      const rows = await db.rows<{ id: number; path: string }>(sql`
        select t.id, ${column} as path from ${id(r.table)} t
        where coalesce(${column}, '') <> '' and not exists (select from file where path = ${column}) limit 20`)
      found.push(...rows.map((row) => `${r.name} ${row.id} ${f.name}: ${row.path}`))
    }
  }
  return found
}

async function checkJobs(kernel: Kernel): Promise<Finding[]> {
  const { due, late, dead } = await countJobs(kernel)
  const findings: Finding[] = []
  if (dead > 0) findings.push(failure('jobs', `${dead} jobs gave up`, 'stoa job list --state dead, then stoa job retry --all'))
  if (late > 0)
    findings.push(warning('jobs', `${late} jobs wait for more than ten minutes`, 'run stoa worker, or stoa start without STOA_WORKER=off'))
  return findings.length > 0 ? findings : [ok('jobs', due === 0 ? 'no job waits' : `${due} jobs wait, none for long`)]
}

async function checkProxies(kernel: Kernel): Promise<Finding[]> {
  const found = await unnamedProxies(kernel)
  if (found.length === 0) return [ok('proxies', 'no request came through a proxy that is not named')]
  return [
    warning(
      'proxies',
      `requests came through ${found.join(', ')} within the last day, which STOA_TRUST_PROXY did not name: all visitors behind count as one when limits are counted`,
      'name the proxy in STOA_TRUST_PROXY (`loopback` when it runs on this machine) and start again; this line goes within a day',
    ),
  ]
}

/** Checks a plugin's mail transport; the built-in one is checked without a database. */
async function checkTransport(kernel: Kernel): Promise<Finding[]> {
  const { mailTransport } = kernel.config
  if (mailTransport === 'smtp') return []
  const transport = getConfiguredTransport(kernel)
  if (!transport) return [ok('mail', `the mail transport "${mailTransport}" is not set up; mails stay in the outbox (stoa mail list)`)]
  try {
    await transport.verify?.(kernel)
    return [ok('mail', `mails are sent by "${mailTransport}"`)]
  } catch (error) {
    return [failure('mail', `"${mailTransport}" does not send our mail: ${reason(error)}`, 'correct its settings')]
  }
}

import { pino } from 'pino'
import type { Config } from '../../core/config.ts'
import { ConfigError, readConfig } from '../start/config.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import { leaveDatabase } from '../kernel.ts'
import { readPlugins, type PluginReader } from '../paper.ts'
import { checkContent } from './content.ts'
import { checkMigrations, checkServer } from './database.ts'
import { failure, type Finding, ok, reason, warning } from './check-result.ts'
import { findManifestProblems } from '../start/route-mistakes.ts'
import { checkPlace, checkTexts } from './place.ts'

/** Runs all checks. A failed one skips only those that depend on it. */
export async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = { ...readConfig(), pool: 4, logLevel: 'silent' }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) => failure('environment', problem, 'correct the environment'))
  }
  const findings = await checkPlace(config)
  const parts = await checkPlugins(findings)
  const { findings: server, url } = await checkServer(config, () => {})
  findings.push(...server)
  try {
    if (url && parts) await checkInside(config, url, parts, findings)
  } catch (error) {
    findings.push(failure('database', `could not be looked into: ${reason(error)}`, 'stoa migrate status'))
  } finally {
    await leaveDatabase(config).catch(() => {})
  }
  return findings
}

async function checkPlugins(findings: Finding[]): Promise<PluginReader | undefined> {
  try {
    const parts = await readPlugins()
    const problems = await findManifestProblems(parts.plugins)
    findings.push(
      problems.length === 0
        ? ok('plugins', `${parts.plugins.length} plugins, manifests fit together`)
        : warning('plugins', 'manifests name what is not there', 'correct the plugin named', problems.slice(0, 10)),
      checkTexts(parts),
    )
    return parts
  } catch (error) {
    findings.push(failure('plugins', reason(error), 'stoa plugin list'))
    return undefined
  }
}

async function checkInside(config: Config, url: string, { plugins }: PluginReader, findings: Finding[]): Promise<void> {
  const { findings: migrations, ready } = await checkMigrations(url, plugins)
  findings.push(...migrations)
  if (!ready) return
  const kernel = await createKernel({ config, databaseUrl: url, plugins, log: pino({ level: 'silent' }) })
  try {
    findings.push(...(await checkContent(kernel)))
  } finally {
    await kernel.close()
  }
}

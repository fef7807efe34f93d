import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../core/config.ts'
import { locales } from '../../core/i18n/locale.ts'
import { verifySmtp } from '../../core/mail/smtp.ts'
import { isUiFresh } from '../build/ui.ts'
import type { PluginReader } from '../paper.ts'
import { findUnknownVariables } from '../start/unknown-variables.ts'
import { failure, type Finding, ok, reason, warning } from './check-result.ts'

/** Checks without a database: this machine, the environment, the files. */
export async function checkPlace(config: Config): Promise<Finding[]> {
  const strange = findUnknownVariables(config).map((line) => warning('environment', line, 'correct the name, or take it out'))
  return [
    checkNode(),
    ...strange,
    await checkFolder(config.dataDir),
    await checkPages(),
    ...(config.mailTransport === 'smtp' ? [await checkSmtp(config)] : []),
  ]
}

function checkNode(): Finding {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return ok('node', `Node ${node}`)
  return failure('node', `Node ${node} is too old`, 'install Node 20.19 or newer')
}

async function checkFolder(folder: string): Promise<Finding> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) {
    if (await canBeMade(folder)) return ok('data folder', `data folder ${folder} will be made`)
    return failure(
      'data folder',
      `data folder ${folder} cannot be made`,
      `mkdir ${folder}, or set STOA_DATA_DIR to a folder this account may write`,
    )
  }
  if (!found.isDirectory()) return failure('data folder', `${folder} is no folder`, 'set STOA_DATA_DIR to a folder')
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return failure('data folder', `data folder ${folder} is not writable: ${reason(error)}`, `chown it to the account that runs stoa`)
  }
  if (found.mode & 0o002) return warning('data folder', `data folder ${folder} is world-writable`, `chmod o-w ${folder}`)
  return ok('data folder', `data folder ${folder} is writable`)
}

/** A start creates missing folders, so the nearest existing one is checked. */
async function canBeMade(folder: string): Promise<boolean> {
  const above = dirname(folder)
  const found = await stat(above).catch((error: NodeJS.ErrnoException) => error.code)
  if (found === 'ENOENT' && above !== folder) return canBeMade(above)
  if (typeof found !== 'object' || !found.isDirectory()) return false
  return access(above, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function checkPages(): Promise<Finding> {
  return isUiFresh()
    ? ok('pages', 'pages of admin and store are built')
    : warning('pages', 'pages of admin and store are not built from the sources as they are', 'stoa build')
}

async function checkSmtp(config: Config): Promise<Finding> {
  if (!config.smtpUrl) return ok('mail', 'no SMTP server is set; mails stay in the outbox (stoa mail list)')
  const { host } = new URL(config.smtpUrl)
  try {
    await verifySmtp(config)
    return ok('mail', `SMTP server ${host} answers`)
  } catch (error) {
    return failure('mail', `SMTP server ${host} does not take our mail: ${reason(error)}`, 'check STOA_SMTP_URL')
  }
}

/** Messages missing in some language. */
export function checkTexts({ i18n }: Pick<PluginReader, 'i18n'>): Finding {
  const wrong: string[] = []
  for (const space of i18n.namespaces) {
    const [main = 'en-US', ...others] = locales
    const expectedKeys = flat(i18n.bundle(main, space))
    for (const locale of others) {
      const there = flat(i18n.bundle(locale, space))
      for (const key of expectedKeys) {
        // Chinese has no singular form.
        if (!there.has(key) && !there.has(key.replace(/_one$/, '_other'))) wrong.push(`${locale} ${space}:${key} is missing`)
      }
      for (const key of there) if (!expectedKeys.has(key)) wrong.push(`${locale} ${space}:${key} has no English`)
    }
  }
  if (wrong.length > 0)
    return failure(
      'texts',
      `${wrong.length} texts are not there in every language`,
      'add them to the locales of the plugin named',
      wrong.slice(0, 10),
    )
  return ok('texts', `texts are complete in ${locales.length} languages`)
}

function flat(bundle: object, at = ''): Set<string> {
  return new Set(
    Object.entries(bundle).flatMap(([key, value]) => (typeof value === 'string' ? [at + key] : [...flat(value as object, `${at}${key}.`)])),
  )
}

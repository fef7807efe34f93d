import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../errors.ts'
import { run, succeeds, type Owner } from './run.ts'

/** Folder of the database and the account its programs run as (the current one unless this is root). */
export interface Place {
  home: string
  owner: Owner | undefined
}

/** Folders for a cluster when the process is root and its data folder is not accessible to other accounts. */
const OPEN_FOLDERS = ['/var/lib', '/var/db', '/srv', '/opt']

/** Finds, or on the first start chooses, the folder of the cluster of `dataDir`. */
export async function findPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  await mkdir(dataDir, { recursive: true })
  const defaultHome = join(await realpath(dataDir), 'postgres')
  const record = `${defaultHome}.location`
  const recorded = await readFile(record, 'utf8').catch(() => undefined)
  const home = recorded?.trim() || defaultHome
  if (recorded !== undefined && !existsSync(getCluster(home))) {
    log(`The database that ${record} names is not at ${home} any more; a new one is made there.`)
  }
  if (!isRoot()) {
    await mkdir(home, { recursive: true, mode: 0o700 })
    return { home, owner: undefined }
  }
  const folder = await stat(getCluster(home)).catch(() => undefined)
  if (folder && folder.uid !== 0) return { home, owner: { uid: folder.uid, gid: folder.gid } }

  const accounts = await unprivilegedAccounts()
  for (const owner of accounts) {
    if (await settle(home, owner)) return { home, owner }
  }
  const name = `stoa-${createHash('sha256').update(defaultHome).digest('hex').slice(0, 12)}`
  for (const owner of accounts) {
    for (const folder of OPEN_FOLDERS.filter((path) => existsSync(path))) {
      const elsewhere = join(folder, name)
      if (!(await settle(elsewhere, owner))) continue
      await writeFile(`${record}.${process.pid}`, `${elsewhere}\n`)
      await rename(`${record}.${process.pid}`, record)
      log(`PostgreSQL does not run as root and no other account can enter ${dataDir}; the database is kept in ${elsewhere}.`)
      return { home: elsewhere, owner }
    }
  }
  throw new CliError('config', 'PostgreSQL does not run as root and no other account (postgres, nobody) can be used here.', {
    hint: 'Start as an ordinary user, or set DATABASE_URL to a running PostgreSQL.',
  })
}

/** The server's data directory in this folder. */
export const getCluster = (home: string): string => join(home, 'cluster')

/** Changes the owner of a file to the server's account. */
export async function give(path: string, owner: Owner | undefined): Promise<void> {
  if (owner) await chown(path, owner.uid, owner.gid)
}

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Accounts the server may run as when this process is root. A uid without a name is not enough, because the server looks up its
 * account.
 */
export async function unprivilegedAccounts(): Promise<Owner[]> {
  const found: Owner[] = []
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const uid = await run('id', ['-u', name]).catch(() => undefined)
    const gid = await run('id', ['-g', name]).catch(() => undefined)
    if (uid?.code === 0 && gid?.code === 0) found.push({ uid: Number(uid.output), gid: Number(gid.output) })
  }
  return found
}

/** Creates `home` for `owner` and tests writing there as that owner, which covers permissions, ACLs and mounts. */
async function settle(home: string, owner: Owner): Promise<boolean> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    await give(home, owner)
  } catch {
    return false
  }
  return succeeds('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', home], owner)
}

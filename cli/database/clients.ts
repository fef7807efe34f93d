import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './connection.ts'
import { isAlive } from '../lock.ts'

const getFolder = (home: string): string => join(home, 'clients')

/** Registers this process as a user of the server, also while it has no connection. */
export async function signIn(home: string): Promise<void> {
  await mkdir(getFolder(home), { recursive: true })
  await writeFile(join(getFolder(home), String(process.pid)), '')
}

/** Unregisters this process; returns whether another live process still uses the server. */
export async function signOut(home: string): Promise<boolean> {
  let others = false
  for (const name of await readdir(getFolder(home)).catch(() => [])) {
    if (Number(name) !== process.pid && isAlive(Number(name))) others = true
    else await rm(join(getFolder(home), name), { force: true })
  }
  return others
}

/** Whether any client is connected, after waiting briefly for closed connections to disappear. */
export async function hasVisitors(url: string): Promise<boolean> {
  const client = await connect(url).catch(() => undefined)
  // The server was ready before and now has no free connection, so it is in use.
  if (!client) return true
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { rows } = await client.query<{ visitors: number }>(
        `select count(*)::int as visitors from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      if (rows[0]?.visitors === 0) return false
      await sleep(100)
    }
    return true
  } finally {
    await client.end()
  }
}

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which databases can be created and dropped. */
    databaseServer: string
    /** Prefix of all database names of this run, so that runs can share a server. */
    databasePrefix: string
  }
}

/** Creates a database with a unique name and returns its URL; `template` is the name or URL of another database. */
export async function createDatabase({ template }: { template?: string } = {}): Promise<string> {
  const name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`
  const source = template === undefined ? 'template0' : toDatabaseName(template)
  // `file_copy` copies the files directly; the default strategy writes everything a second time to the WAL.
  await administer(`create database ${quote(name)} template ${quote(source)} strategy file_copy encoding 'UTF8'`)
  return toDatabaseUrl(name)
}

/** Drops a database and closes its connections. */
export async function dropDatabase(urlOrName: string): Promise<void> {
  await administer(`drop database if exists ${quote(toDatabaseName(urlOrName))} with (force)`)
}

/**
 * Creates a database to clone, once per test run: `prepare` fills it. All other callers, in this process or another, wait and get the
 * same database.
 */
export async function templateDatabase(name: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const full = `${inject('databasePrefix')}template_${name}`
  await withAdmin(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [full])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [full])
    if (rowCount) return
    const unfinished = `${full}_new`
    await client.query(`drop database if exists ${quote(unfinished)} with (force)`)
    await client.query(`create database ${quote(unfinished)} template template0 encoding 'UTF8'`)
    await prepare(toDatabaseUrl(unfinished))
    // Only a complete template gets the final name.
    await client.query(`alter database ${quote(unfinished)} rename to ${quote(full)}`)
  })
  return full
}

/** The rows of one statement, over a connection of its own. */
export async function queryOnce<T = any>(url: string, text: string, values?: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

function toDatabaseUrl(name: string): string {
  const url = new URL(inject('databaseServer'))
  url.pathname = `/${name}`
  return url.href
}

const toDatabaseName = (urlOrName: string): string => (urlOrName.includes('://') ? new URL(urlOrName).pathname.slice(1) : urlOrName)

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const administer = (statement: string): Promise<void> => withAdmin(async (client) => void (await client.query(statement)))

async function withAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

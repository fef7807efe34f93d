import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Creates a database on a server, with `template` as a copy of that one. Returns its URL. */
export async function makeDatabase(server: string, template = 'template0'): Promise<string> {
  const name = `stoa_e2e_${randomBytes(4).toString('hex')}`
  // `file_copy` copies the files directly; the default strategy writes everything a second time to the WAL.
  await onServer(server, `create database ${name} template ${template} strategy file_copy encoding 'UTF8'`)
  return at(server, name)
}

/** Copies a database without open connections, and returns the URL of the copy. */
export const copyDatabase = (url: string): Promise<string> => makeDatabase(at(url, 'postgres'), getDatabaseName(url))

/** Drops a database and closes its connections. */
export const dropDatabase = (url: string): Promise<void> =>
  onServer(at(url, 'postgres'), `drop database if exists ${getDatabaseName(url)} with (force)`)

/** Runs statements over a connection of its own. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function at(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

const getDatabaseName = (url: string): string => new URL(url).pathname.slice(1)

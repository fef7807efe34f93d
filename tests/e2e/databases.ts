import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Makes a database of this run on a server; with `template`, a copy of that one. Answers its address. */
export async function makeDatabase(server: string, template = 'template0'): Promise<string> {
  const name = `stoa_e2e_${randomBytes(4).toString('hex')}`
  // Files are copied as they lie: what goes through the log, as is usual, is written twice.
  await onServer(server, `create database ${name} template ${template} strategy file_copy encoding 'UTF8'`)
  return at(server, name)
}

/** Copies a database that nobody is connected to; answers the address of the copy. */
export const copyDatabase = (url: string): Promise<string> => makeDatabase(at(url, 'postgres'), getDatabaseName(url))

/** Removes a database, ending what is connected to it. */
export const dropDatabase = (url: string): Promise<void> =>
  onServer(at(url, 'postgres'), `drop database if exists ${getDatabaseName(url)} with (force)`)

/** Runs one statement that speaks of the server, not of a database. */
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

import { createHash, type Hash } from 'node:crypto'
import { findBytes, findEntries } from './archive.ts'
import { FORMAT, HEAD, type Head, KEYS, getPlace, type Sum, SUMS, type Sums } from './contents.ts'
import { CliError } from '../errors.ts'

/** A backup that was read completely and whose checksums match. */
export interface Checked {
  head: Head
  sums: Sums
  keys: string[]
}

/**
 * Reads a whole backup and compares it with its checksums before anything is restored.
 * @throws CliError failure when it is damaged, truncated or no backup; conflict when a newer version created it
 */
export async function check(file: string): Promise<Checked> {
  let head: Head | undefined
  let sums: Sums | undefined
  let keys: string[] = []
  const hashes = new Map<string, Hash>()
  try {
    for await (const { name, body } of findEntries(file)) {
      if (name === HEAD) head = readHead(await findBytes(body))
      else if (name === KEYS) keys = (await findBytes(body)).toString('utf8').split('\n').filter(Boolean)
      else if (name === SUMS) sums = JSON.parse((await findBytes(body)).toString('utf8')) as Sums
      const at = getName(name)
      if (at === undefined) continue
      const hash = hashes.get(at) ?? createHash('sha256')
      hashes.set(at, hash)
      for await (const bytes of body) hash.update(bytes as Buffer)
    }
  } catch (error) {
    if (error instanceof CliError) throw error
    throw damaged(file, (error as Error).message, error)
  }
  if (!head) throw damaged(file, 'it is no backup of Stoa')
  if (!sums) throw damaged(file, 'it ends before its end')
  const bad = [...wrong('tables', sums.tables, hashes), ...wrong('files', sums.files, hashes)]
  if (bad.length > 0) throw damaged(file, `${bad.slice(0, 5).join(', ')} ${bad.length > 1 ? 'are' : 'is'} not what was written`)
  return { head, sums, keys }
}

function readHead(bytes: Buffer): Head {
  const head = JSON.parse(bytes.toString('utf8')) as Head
  if (head.format > FORMAT)
    throw new CliError('conflict', 'The backup was made by a newer version.', {
      hint: 'Install that version, restore with it, then upgrade.',
    })
  return head
}

function getName(entry: string): string | undefined {
  const place = getPlace(entry)
  if (!place) return undefined
  return 'table' in place ? `tables/${place.table}` : `files/${place.file}`
}

const EMPTY = createHash('sha256').digest('hex')

const wrong = (kind: string, sums: Record<string, Sum>, found: ReadonlyMap<string, Hash>): string[] =>
  Object.entries(sums)
    .filter(([name, { sha256 }]) => (found.get(`${kind}/${name}`)?.copy().digest('hex') ?? EMPTY) !== sha256)
    .map(([name]) => name)

const damaged = (file: string, reason: string, cause?: unknown) =>
  new CliError('failure', `${file} cannot be used: ${reason}.`, { hint: 'Take another backup; nothing was changed.', cause })

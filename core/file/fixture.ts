import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Ctx } from '../context.ts'
import { sql } from '../db/sql.ts'
import { storeFile } from './files.ts'

/**
 * Stores a file of the project for sample data, unless one of the same name exists. Pictures are public, other files private.
 * @returns its path
 */
export async function storeFixture(ctx: Ctx, file: string, type: 'image' | 'file' = 'image'): Promise<string> {
  const { kernel } = ctx
  const name = basename(file)
  const stored = await kernel.db.one<{ path: string }>(sql`select path from file where name = ${name} limit 1`)
  if (stored) return stored.path
  const bytes = await readFile(file)
  return (await storeFile(kernel, kernel.db, { bytes, name, type, trusted: true, isPrivate: type === 'file' })).path
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from 'stoa'

type Words = Record<'returned' | 'refunded', string[]>

let read: Words | undefined

/** Sample reasons of returns. */
export const words = (): Words =>
  (read ??= JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'returns', 'year.json'), 'utf8')) as Words)

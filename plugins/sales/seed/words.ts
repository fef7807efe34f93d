import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from 'stoa'

type Words = Record<'transfer' | 'turned_down' | 'wish' | 'asks' | 'inside' | 'told' | 'canceled' | 'called_off', string[]>

let read: Words | undefined

/** Sample comments about orders. */
export const words = (): Words =>
  (read ??= JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'sales', 'year.json'), 'utf8')) as Words)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from 'stoa'

type SampleTexts = Record<'transfer' | 'turned_down' | 'wish' | 'asks' | 'inside' | 'told' | 'canceled' | 'called_off', string[]>

let read: SampleTexts | undefined

/** Sample comments about orders. */
export const readSampleTexts = (): SampleTexts =>
  (read ??= JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'sales', 'year.json'), 'utf8')) as SampleTexts)

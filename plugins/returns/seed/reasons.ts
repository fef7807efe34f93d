import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from 'stoa'

type SampleTexts = Record<'returned' | 'refunded', string[]>

let read: SampleTexts | undefined

/** Sample reasons of returns. */
export const readSampleTexts = (): SampleTexts =>
  (read ??= JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'returns', 'year.json'), 'utf8')) as SampleTexts)

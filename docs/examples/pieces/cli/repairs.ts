import type { Command } from 'commander'
import { leaf, note, type SharedOptions, withKernel } from 'stoa/cli'
import { WAITS } from '../services/waits.ts'

export const command = (): Command =>
  leaf('repairs', 'Show how long repairs take', 'stoa repairs').action((options: SharedOptions) =>
    withKernel(options, async (kernel) => note(options, `${await kernel.get(WAITS).days()} days`)),
  )

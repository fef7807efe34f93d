import { Command } from 'commander'
import type { Voice } from './output.ts'

/** What every command understands. */
export interface SharedOptions extends Voice {
  fields?: string
  color: boolean
  input: boolean
  progress: boolean
  yes?: boolean
  dryRun?: boolean
}

/** A command that does something, with the flags that mean the same everywhere. */
export function leaf(name: string, summary: string): Command {
  return new Command(name)
    .description(summary)
    .helpOption('-h, --help', 'Show help')
    .option('--json', 'Print JSON; failures too, on standard error')
    .option('--fields <names>', 'Print only these, separated by commas')
    .option('--plain', 'Print tab-separated lines without a heading')
    .option('-q, --quiet', 'Say nothing but data and failures')
    .option('-v, --verbose', 'Say more, and where a failure came from')
    .option('-y, --yes', 'Answer yes to "are you sure"')
    .option('-n, --dry-run', 'Say what would be done and do nothing')
    .option('--no-color', 'Print without colours')
    .option('--no-input', 'Never ask; fail instead')
    .option('--no-progress', 'Show no progress')
}

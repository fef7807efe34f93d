import type { CliCommand } from 'stoa'

/** Commands this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  report: { summary: 'Check report files', group: 'Operate', load: () => import('./report.ts') },
}

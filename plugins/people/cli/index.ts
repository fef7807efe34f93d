import type { CliCommand } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  sms: { summary: 'Read the text messages the product wrote', group: 'Operate', load: () => import('./sms.ts') },
  timeline: { summary: 'Tell the timelines of people again what happened', group: 'Operate', load: () => import('./timeline.ts') },
}

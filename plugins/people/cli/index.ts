import type { CliCommand } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  sms: { summary: 'Read the SMS the product has sent', group: 'Operate', load: () => import('./sms.ts') },
  timeline: { summary: 'Rebuild the activity timelines of people', group: 'Operate', load: () => import('./timeline.ts') },
}

import type { CliCommand } from 'stoa'

/** CLI commands of this plugin. */
export const commands: Record<string, CliCommand> = {
  sms: { summary: 'Read the SMS the product has sent', group: 'Operate', load: () => import('./sms.ts') },
  timeline: { summary: 'Rebuild the activity timelines of people', group: 'Operate', load: () => import('./timeline.ts') },
}

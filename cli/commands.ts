import type { CliGroup } from '../core/kernel/extension-points.ts'
import type { CommandEntry } from './command-entry.ts'
import { pluginCommands } from './plugin-commands.ts'

/** All commands in the order of `--help`: in each group ours, then those of plugins. */
export async function allCommands(): Promise<CommandEntry[]> {
  const contributed = await pluginCommands(COMMANDS.map(({ name }) => name))
  return GROUPS.flatMap((group) => [...COMMANDS, ...contributed].filter((entry) => entry.group === group))
}

const GROUPS: readonly CliGroup[] = ['Set up', 'Data', 'Access', 'Operate', 'Extend']

/** The built-in commands. */
const COMMANDS: CommandEntry[] = [
  {
    name: 'start',
    summary: 'Run shop, admin and API',
    group: 'Set up',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'dev',
    summary: 'Run with every change of the code visible at once',
    group: 'Set up',
    load: () => import('./commands/dev.ts'),
  },
  {
    name: 'build',
    summary: 'Build the pages of admin and store',
    group: 'Set up',
    load: () => import('./commands/build.ts'),
  },
  {
    name: 'migrate',
    summary: 'Bring the tables up to date, or back',
    group: 'Set up',
    load: () => import('./commands/migrate.ts'),
  },
  {
    name: 'seed',
    summary: 'Fill in an example shop',
    group: 'Set up',
    load: () => import('./commands/seed.ts'),
  },
  {
    name: 'doctor',
    summary: 'Check everything and say how to mend it',
    group: 'Set up',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'settings',
    summary: 'Read and change the configuration',
    group: 'Data',
    load: () => import('./commands/settings.ts'),
  },
  {
    name: 'backup',
    summary: 'Copy the whole shop into one file, while it goes on',
    group: 'Data',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    summary: 'Bring a shop back from a backup',
    group: 'Data',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'admin',
    summary: 'Make and manage staff accounts',
    group: 'Access',
    load: () => import('./commands/admin.ts'),
  },
  {
    name: 'role',
    summary: 'See and change what people may do',
    group: 'Access',
    load: () => import('./commands/role.ts'),
  },
  {
    name: 'permissions',
    summary: 'List everything that can be granted',
    group: 'Access',
    load: () => import('./commands/permissions.ts'),
  },
  {
    name: 'worker',
    summary: 'Run jobs and schedules without HTTP',
    group: 'Operate',
    load: () => import('./commands/worker.ts'),
  },
  {
    name: 'job',
    summary: 'See and repeat background work',
    group: 'Operate',
    load: () => import('./commands/job.ts'),
  },
  {
    name: 'mail',
    summary: 'Read the mails the product wrote',
    group: 'Operate',
    load: () => import('./commands/mail.ts'),
  },
  {
    name: 'prove',
    summary: 'Show that promises hold under load and faults',
    group: 'Operate',
    load: () => import('./commands/prove.ts'),
  },
  {
    name: 'plugin',
    summary: 'See and choose the parts of the product',
    group: 'Extend',
    load: () => import('./commands/plugin.ts'),
  },
  {
    name: 'make',
    summary: 'Begin something new',
    group: 'Extend',
    load: () => import('./commands/make.ts'),
  },
  {
    name: 'routes',
    summary: 'List everything the server answers',
    group: 'Extend',
    load: () => import('./commands/routes.ts'),
  },
  {
    name: 'openapi',
    summary: 'Write the OpenAPI description of the API',
    group: 'Extend',
    load: () => import('./commands/openapi.ts'),
  },
  {
    name: 'docs',
    summary: 'Write the reference documentation from the code',
    group: 'Extend',
    load: () => import('./commands/docs.ts'),
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands in a shell',
    group: 'Extend',
    load: () => import('./commands/completion.ts'),
  },
]

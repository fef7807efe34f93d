import type { DependencyContainer } from 'tsyringe'
import type { Ctx, Kernel } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import type { Events } from '../events/events.ts'
import type { Job } from '../events/job.ts'
import type { Routes } from '../http/route.ts'
import type { Declared, Extension } from '../resource/define.ts'
import type { SettingsArea } from '../setting/api-types.ts'
import type { DeclaredSettings, SettingsChange } from '../setting/define.ts'
import type { AnyExtensionPoint, Contribution } from './contributions.ts'

/**
 * A line of the admin's menu: a resource's list, or any path with its own label. `queue` holds filters of the list:
 * how many rows they leave is shown beside the entry, for lists that are work to be done. `badge` names a number of
 * `GET /api/admin/badges` that is shown beside a path.
 *
 * `under` names the resource or path of another entry: this one is then a tab of that entry's page instead of a line of the
 * menu. A person who may not use the other entry gets this one as a line of the section. With `area` it is a card of the
 * settings page, in that group. Entries of the section `settings` are cards as well, in the group `system` when none is named.
 */
export type MenuEntry = { section: string; order?: number; icon?: string; under?: string; area?: SettingsArea } & (
  | { resource: string; queue?: Record<string, string> }
  | { to: string; label: string; needs: string; badge?: string }
)

/** A group of the menu. The first plugin to declare a section names it. */
export interface Section {
  id: string
  order: number
  icon?: string
}

/** A path with a component. `screen` names one in the plugin's folder `admin` or `store`. */
export interface Screen {
  path: string
  screen: string
  /** Permission; in the admin required unless `open`. */
  needs?: string
  open?: boolean
  /** In the admin: the path of the menu entry it belongs to, where its own lies under none. */
  menu?: string
  /** In the store: shown alone, or in a quiet frame that leads nowhere else; else in that of the shop. */
  frame?: 'none' | 'quiet'
  /** In the store: search engines are asked not to read it. */
  crawl?: false
}

/** A component shown at a place another screen offers. */
export interface Slot {
  at: string
  screen: string
  order?: number
  needs?: string
}

/** A step of setting the product up. Its texts are `<plugin>:task.<id>` and `<plugin>:task.<id>_hint`. */
export interface SetupTask {
  id: string
  order: number
  /** Where it is done: a path under /admin, or any address that starts with "/". */
  to: string
  /** Permission of those it is shown to. */
  needs: string
  /** Whether the data says that it is done. */
  done: Sql
  /** The list of steps stays as long as one of these is open. */
  required?: boolean
  /** Whether the data says that the business runs: with all required steps done, the list then leaves although others are open. */
  inUse?: Sql
}

/** What `stoa seed` and the first start fill in. Runs inside the kernel, through the same functions as people's writes. */
export type Seed = (ctx: Ctx, set: 'small' | 'demo' | 'year') => Promise<void>

/** A feature: plain data and thunks, so that server, command line, tests and documentation can all read it. */
export interface Plugin {
  /** Folder name, or the one its package.json gives it; namespace of locales, migrations, screens and jobs. */
  id: string
  /** Plugins that must be enabled; they start before this one and their `index.ts` may be imported. */
  requires?: readonly string[]
  /** Plugins that start before this one when they are there. */
  after?: readonly string[]
  settings?: readonly DeclaredSettings<never>[] | readonly DeclaredSettings[]
  // oxlint-disable-next-line typescript/no-explicit-any -- every resource has fields of its own
  resources?: readonly Declared<any>[]
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  extend?: readonly Extension<any, any>[]
  /** Verbs no resource derives, such as `print barcode`; labels are `<plugin>:permission.<name>`. */
  permissions?: readonly string[]
  /** Ready-made sets of permissions: `catalogue.editor`. A preset may name another one of the plugin, and add to one of a plugin it goes with. */
  presets?: Record<string, readonly string[]>
  /** Other words for resources, understood when permissions are granted: `get shipping setting` gives `get` on each of these. */
  permissionAliases?: Record<string, readonly string[]>
  /** Permissions somebody has who holds another one. */
  impliedPermissions?: Record<string, readonly string[]>
  /** Places where other plugins put things by name; exported from `index.ts`. */
  extensionPoints?: readonly AnyExtensionPoint[]
  /** What this plugin puts at points of others, of the kernel, or its own. */
  contributions?: readonly Contribution[]
  /** Whether a shopper's session `s` is of somebody who may be signed in: a condition every look at it asks. */
  sessionHolder?: Sql
  services?(container: DependencyContainer, kernel: Kernel): void
  /** Routes under /api/admin; each must say what it needs. */
  adminRoutes?: Routes
  /** Routes under /api; each must say `public` or `customer`. */
  storeRoutes?: Routes
  /** What it does about the facts it missed while it was switched off, from then on; as a job, once it is back. */
  catchUp?(ctx: Ctx, since: Date): Promise<void>
  /** What it does about another plugin that was switched off from then on and is back, once that has caught up by itself. */
  catchUpAfter?(ctx: Ctx, plugin: string, since: Date): Promise<void>
  on?: { [E in keyof Events]?: (payload: Events[E], ctx: Ctx) => Promise<void> }
  /** What is done for jobs of its own (`job`) and by the clock (`clock`). */
  jobs?: readonly Job[]
  /** Invariants `stoa doctor` checks: each answers the offending rows, none when all is well. */
  checks?: Record<string, (kernel: Kernel) => Promise<string[]>>
  /** What this plugin has to say to changes of another's settings group. @throws Failed INVALID by field. */
  // oxlint-disable-next-line typescript/no-explicit-any -- every group has fields of its own
  checkSettings?: Record<string, (change: SettingsChange<any>) => void | Promise<void>>
  seed?: Seed
  admin?: {
    sections?: readonly Section[]
    menu?: readonly MenuEntry[]
    screens?: readonly Screen[]
    slots?: readonly Slot[]
    tasks?: readonly SetupTask[]
  }
  store?: { screens?: readonly Screen[]; slots?: readonly Slot[] }
}

/** Declares a plugin. The file `plugin.ts` exports it by default. */
export const definePlugin = (plugin: Plugin): Plugin => plugin

/** A plugin with the folder its files lie in (sources or compiled) and the folder its texts lie in (always sources). */
export interface LoadedPlugin {
  plugin: Plugin
  dir: string
  home: string
}

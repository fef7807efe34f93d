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
 * An entry of the admin's menu: the list of a resource, or any path with a label. `queue` holds filters of the list: the number of
 * matching rows is shown beside the entry, for lists of pending work. `badge` names a number of `GET /api/admin/badges` that is
 * shown beside a path.
 *
 * An entry needs a permission, unless `open` shows it to every member of staff.
 *
 * `under` names the resource or path of another entry: this entry is then a tab of that page. People without permission for that
 * page get this entry in the menu instead. With `area`, it is a card of the settings page, in that group. Entries of the section
 * `settings` are cards as well, in the group `system` by default.
 */
export type MenuEntry = { section: string; order?: number; icon?: string; under?: string; area?: SettingsArea } & (
  | { resource: string; queue?: Record<string, string> }
  | { to: string; label: string; needs?: string; open?: true; badge?: string }
)

/** A group of the menu. The first plugin to declare a section names it. */
export interface Section {
  id: string
  order: number
  icon?: string
}

/** A path with its component. `screen` names a component in the plugin's folder `admin` or `store`. */
export interface Screen {
  path: string
  screen: string
  /** Required permission; the admin needs one unless `open`. */
  needs?: string
  open?: boolean
  /** In the admin: the path of the menu entry to highlight, when this path is not below one. */
  menu?: string
  /** In the admin: the rows of the list open here, and not in the form. */
  opensRows?: true
  /** In the store: without a frame, or in a frame without navigation; the shop's frame when absent. */
  frame?: 'none' | 'quiet'
  /** In the store: excluded from search engines (noindex). */
  crawl?: false
}

/** A component shown in a slot of another screen. */
export interface Slot {
  at: string
  screen: string
  order?: number
  needs?: string
}

/** A setup task. Its messages are `<plugin>:task.<id>` and `<plugin>:task.<id>_hint`. */
export interface SetupTask {
  id: string
  order: number
  /** Where the task is done: a path under /admin, or any address that starts with "/". */
  to: string
  /** Permission for seeing it. */
  needs: string
  /** Condition that is true when the task is done. */
  done: Sql
  /** The list of setup tasks stays while a required one is open. */
  required?: boolean
  /** Condition that is true when the business is in use. With all required tasks done, the list is then hidden although others are open. */
  inUse?: Sql
}

/** Sample data of `stoa seed` and the first start. Runs inside the kernel, through the same functions as other writes. */
export type Seed = (ctx: Ctx, set: 'small' | 'demo' | 'year') => Promise<void>

/** A feature: plain data and functions, readable by server, command line, tests and documentation. */
export interface Plugin {
  /** Folder name, or the id in package.json; namespace of messages, migrations, screens and jobs. */
  id: string
  /** Plugins that must be enabled. They start before this one, and their `index.ts` may be imported. */
  requires?: readonly string[]
  /** Plugins that start before this one when they are installed. */
  after?: readonly string[]
  settings?: readonly DeclaredSettings<never>[] | readonly DeclaredSettings[]
  // oxlint-disable-next-line typescript/no-explicit-any -- every resource has fields of its own
  resources?: readonly Declared<any>[]
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  extend?: readonly Extension<any, any>[]
  /** Permissions beside those generated for resources, such as `print barcode`; labels are `<plugin>:permission.<name>`. */
  permissions?: readonly string[]
  /**
   * Named sets of permissions: `catalogue.editor`. A preset may include another preset of the plugin, and may extend a preset of a
   * plugin it depends on.
   */
  presets?: Record<string, readonly string[]>
  /** Aliases of resource words, resolved when permissions are granted: `get shipping setting` gives `get` on each of these. */
  permissionAliases?: Record<string, readonly string[]>
  /** Further permissions that a permission implies. */
  impliedPermissions?: Record<string, readonly string[]>
  /** Extension points for other plugins; exported from `index.ts`. */
  extensionPoints?: readonly AnyExtensionPoint[]
  /** Contributions to extension points of other plugins, of the kernel, or its own. */
  contributions?: readonly Contribution[]
  /** Condition that the customer of a session `s` may be signed in; part of every session query. */
  activeSessionSql?: Sql
  services?(container: DependencyContainer, kernel: Kernel): void
  /** Routes under /api/admin; each declares its access. */
  adminRoutes?: Routes
  /** Routes under /api; each is `public` or `customer`. */
  storeRoutes?: Routes
  /** Processes the events missed while the plugin was switched off; runs as a job after its return. */
  catchUp?(ctx: Ctx, since: Date): Promise<void>
  /** Processes what another plugin missed while that was switched off; runs after its own `catchUp`. */
  catchUpWith?(ctx: Ctx, plugin: string, since: Date): Promise<void>
  on?: { [E in keyof Events]?: (payload: Events[E], ctx: Ctx) => Promise<void> }
  /** Handlers of its own jobs (`handleJob`) and scheduled jobs (`scheduleJob`). */
  jobs?: readonly Job[]
  /** Invariants that `stoa doctor` checks: each returns descriptions of the violations. */
  checks?: Record<string, (kernel: Kernel) => Promise<string[]>>
  /** Names of checks whose violations stop the start, such as one of the shop's own files. */
  startChecks?: readonly string[]
  /** Validates changes of another plugin's settings group. @throws AppError INVALID by field. */
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

/** Declares a plugin. `plugin.ts` exports it by default. */
export const definePlugin = (plugin: Plugin): Plugin => plugin

/** A plugin with the folder of its files (sources or compiled) and the folder of its messages (always sources). */
export interface LoadedPlugin {
  plugin: Plugin
  dir: string
  home: string
}

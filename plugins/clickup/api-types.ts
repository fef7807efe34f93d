import { type Shape, t } from 'stoa'

/** JSON types of the ClickUp connection. Screens import the types alone, not the schemas. */

const toggle = t.object({ enabled: t.flag() })

const Features = t.object({
  due_dates: t.object({ enabled: t.flag(), start_date: t.flag(), remap_due_dates: t.flag(), remap_closed_due_date: t.flag() }),
  time_tracking: toggle,
  tags: toggle,
  time_estimates: toggle,
  checklists: toggle,
  custom_fields: toggle,
  remap_dependencies: toggle,
  dependency_warning: toggle,
  portfolios: toggle,
})

export const ClickUpUser = t.object({
  user: t.object({ id: t.int(), username: t.text(), initials: t.text(), color: t.maybe(t.text()) }),
})
export type ClickUpUser = Shape<typeof ClickUpUser>

const stale = {
  stale_since: t.maybe(t.dateTime('When the list was last read, if it cannot be read now. Null: it was read now.')),
  stale_reason: t.maybe(t.pick(['rate_limited', 'unreachable', 'unreadable'])),
}

const Workspace = t.object({ id: t.text(), name: t.text(), color: t.maybe(t.text()) })
export type Workspace = Shape<typeof Workspace>

/** Workspaces, which the ClickUp API calls teams. */
export const WorkspaceList = t.object({ teams: t.list(Workspace), ...stale })
export type WorkspaceList = Shape<typeof WorkspaceList>

const status = t.object({ status: t.text(), type: t.text(), color: t.maybe(t.text()) })

export const Space = t.object({
  id: t.text(),
  name: t.text(),
  private: t.flag(),
  color: t.maybe(t.text()),
  admin_can_manage: t.flag(),
  archived: t.flag(),
  multiple_assignees: t.flag(),
  features: Features,
  statuses: t.list(status),
})
export type Space = Shape<typeof Space>

export const SpaceList = t.object({ spaces: t.list(Space), ...stale })
export type SpaceList = Shape<typeof SpaceList>

export const TokenAnswer = t.object({ access_token: t.text('The last four characters of the stored token.') })

export const AuthorizeAddress = t.object({
  redirect_url: t.text('To be entered as the redirect URL of the application at ClickUp.'),
  url: t.maybe(t.text('The page of ClickUp that asks for access; null without client ID and secret.')),
})
export type AuthorizeAddress = Shape<typeof AuthorizeAddress>

/** A task that is not synchronized, or not all of it. */
const SyncProblem = t.object({
  task_id: t.id(),
  title: t.maybe(t.text('Null: the task was deleted, or the caller may not see it.')),
  state: t.text('`waiting`, `synced`, `failed`, `ended`, or `erasing`: it is still to be deleted in ClickUp.'),
  problem: t.text(),
  detail: t.maybe(t.text('The error code.')),
  updated_at: t.dateTime(),
})

/** How the synchronization of tasks works. */
export const SyncReport = t.object({
  sync_tasks: t.text('`off`, `to_clickup` or `both`.'),
  is_active: t.flag('False while it is off, or the plugin `tasks` is.'),
  list_name: t.text(),
  has_webhook: t.flag('Whether ClickUp reports changes at once. Otherwise they are found by the schedule.'),
  ran_at: t.maybe(t.dateTime()),
  problem: t.maybe(t.text('Why the last run failed.')),
  detail: t.maybe(t.text()),
  counts: t.object({ synced: t.int(), waiting: t.int(), failed: t.int() }),
  problems: t.list(SyncProblem),
})
export type SyncReport = Shape<typeof SyncReport>

import { AppError, type Db, type ErrorKind, type Kernel, sql } from 'stoa'
import type { Space, SpaceList, Workspace, WorkspaceList } from '../api-types.ts'
import { RATE_LIMITED, UNREACHABLE, UNREADABLE } from '../errors.ts'

type StaleReason = NonNullable<WorkspaceList['stale_reason']>

/** Failures that pass by themselves. */
const TEMPORARY = new Map<ErrorKind, StaleReason>([
  [RATE_LIMITED, 'rate_limited'],
  [UNREACHABLE, 'unreachable'],
  [UNREADABLE, 'unreadable'],
])

/**
 * Reads from ClickUp; while that fails for a temporary reason, the list that was stored last.
 * @throws AppError of the call when nothing is stored, or when it is not temporary
 */
export async function readOrStored<L>(read: () => Promise<L>, findStored: (reason: StaleReason) => Promise<L | undefined>): Promise<L> {
  try {
    return await read()
  } catch (error) {
    const reason = error instanceof AppError ? TEMPORARY.get(error.kind) : undefined
    const stored = reason ? await findStored(reason) : undefined
    if (stored === undefined) throw error
    return stored
  }
}

/** Stores the workspaces of a connection. Those that are gone, and those of earlier connections, are deleted. */
export async function storeWorkspaces(kernel: Kernel, connection: string, workspaces: readonly Workspace[]): Promise<void> {
  await kernel.transaction(async (tx) => {
    await tx.run(sql`
      insert into clickup_workspace as w (connection, workspace_id, name, color, position)
      select ${connection}, l.id, l.name, l.color, l.position
      from json_to_recordset(${JSON.stringify(workspaces.map((workspace, position) => ({ ...workspace, position })))}::json)
        as l(id text, name text, color text, position int)
      order by l.id
      on conflict (connection, workspace_id) do update set name = excluded.name, color = excluded.color, position = excluded.position,
        read_at = now(), updated_at = now(), version = w.version + 1`)
    await tx.run(sql`
      delete from clickup_workspace
      where connection <> ${connection} or workspace_id <> all(${workspaces.map(({ id }) => id)}::text[])`)
  })
}

/** The workspaces that were stored last; undefined when none are. */
export async function findStoredWorkspaces(db: Db, connection: string, stale_reason: StaleReason): Promise<WorkspaceList | undefined> {
  const rows = await db.rows<Workspace & { read_at: string }>(sql`
    select workspace_id as id, name, color, read_at from clickup_workspace
    where connection = ${connection} order by position, workspace_id`)
  const [first] = rows
  if (!first) return undefined
  const teams = rows.map(({ id, name, color }) => ({ id, name, color }))
  return { teams, stale_since: new Date(first.read_at).toISOString(), stale_reason }
}

/** Stores the spaces of a workspace. */
export const storeSpaces = (db: Db, connection: string, workspace: string, spaces: readonly Space[]): Promise<unknown> =>
  db.run(sql`
    insert into clickup_workspace as w (connection, workspace_id, spaces, spaces_read_at)
    values (${connection}, ${workspace}, ${JSON.stringify(spaces)}::jsonb, now())
    on conflict (connection, workspace_id) do update set spaces = excluded.spaces, spaces_read_at = excluded.spaces_read_at,
      updated_at = now(), version = w.version + 1`)

/** The spaces of a workspace that were stored last; undefined when none are. */
export async function findStoredSpaces(
  db: Db,
  connection: string,
  workspace: string,
  stale_reason: StaleReason,
): Promise<SpaceList | undefined> {
  const row = await db.one<{ spaces: Space[]; spaces_read_at: string }>(sql`
    select spaces, spaces_read_at from clickup_workspace
    where connection = ${connection} and workspace_id = ${workspace} and spaces is not null`)
  return row && { spaces: row.spaces, stale_since: new Date(row.spaces_read_at).toISOString(), stale_reason }
}

/** Deletes what is stored of a workspace to which the token gives no access any more. */
export const deleteWorkspace = (db: Db, connection: string, workspace: string): Promise<unknown> =>
  db.run(sql`delete from clickup_workspace where connection = ${connection} and workspace_id = ${workspace}`)

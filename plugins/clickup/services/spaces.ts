import { AppError, type Ctx, message, NOT_FOUND, recordAudit } from 'stoa'
import type { ClickUpUser, Space, SpaceList, WorkspaceList } from '../api-types.ts'
import { type FeatureInput, toFeatureSettings } from '../domain/features.ts'
import { isClickUpId } from '../domain/ids.ts'
import { UNREACHABLE, UNREADABLE, WORKSPACE_UNKNOWN } from '../errors.ts'
import { callClickUp, type ClickUpCall } from './call-clickup.ts'
import { getConnection } from './connection.ts'
import type { JsonObject } from './json.ts'
import { readSpace, readSpaces, readUser, readWorkspaces } from './read-answers.ts'
import { deleteWorkspace, findStoredSpaces, findStoredWorkspaces, readOrStored, storeSpaces, storeWorkspaces } from './stored-lists.ts'

/** The space that a caller sends: its name and its switches. */
export type SpaceInput = FeatureInput & { name: string }

/** The user who owns the token of the shop. @throws AppError of `callClickUp` */
export const readTokenOwner = async (ctx: Ctx): Promise<ClickUpUser> =>
  readUser(await callClickUp(ctx, { method: 'GET', path: '/v2/user' }))

/** The workspaces of the connection; the stored ones while ClickUp cannot be reached. @throws AppError of `callClickUp` */
export function listWorkspaces(ctx: Ctx): Promise<WorkspaceList> {
  const { kernel } = ctx
  const { key } = getConnection(kernel)
  const read = async () => {
    const teams = readWorkspaces(await callClickUp(ctx, { method: 'GET', path: '/v2/team' }))
    await storeWorkspaces(kernel, key, teams)
    return { teams, stale_since: null, stale_reason: null }
  }
  return readOrStored(read, (reason) => findStoredWorkspaces(kernel.db, key, reason))
}

/** @throws AppError WORKSPACE_UNKNOWN for a text that is no id: it would become a part of the address */
function toWorkspacePath(workspace: string): string {
  if (!isClickUpId(workspace)) throw new AppError(WORKSPACE_UNKNOWN)
  return `/v2/team/${workspace}/space`
}

/** @throws AppError NOT_FOUND for a text that is no id */
function toSpacePath(space: string): string {
  if (!isClickUpId(space)) throw new AppError(NOT_FOUND)
  return `/v2/space/${space}`
}

/** The spaces of a workspace; the stored ones while ClickUp cannot be reached. @throws AppError of `callClickUp` */
export function listSpaces(ctx: Ctx, workspace: string): Promise<SpaceList> {
  const { kernel } = ctx
  const { key } = getConnection(kernel)
  const path = `${toWorkspacePath(workspace)}?archived=false`
  const read = async () => {
    const spaces = readSpaces(await callClickUp(ctx, { method: 'GET', path }))
    await storeSpaces(kernel.db, key, workspace, spaces)
    return { spaces, stale_since: null, stale_reason: null }
  }
  return readOrStored(read, (reason) => findStoredSpaces(kernel.db, key, workspace, reason)).catch(async (error: unknown) => {
    if (error instanceof AppError && (error.kind === WORKSPACE_UNKNOWN || error.kind === NOT_FOUND))
      await deleteWorkspace(kernel.db, key, workspace)
    throw error
  })
}

/** A space. @throws AppError of `callClickUp` */
export const readOneSpace = async (ctx: Ctx, id: string): Promise<Space> =>
  readSpace(await callClickUp(ctx, { method: 'GET', path: toSpacePath(id) }))

/** Records a change at ClickUp in the audit log: nobody else here knows who made it. */
const recordSpaceChange = (ctx: Ctx, verb: string, id: string, old: string | null, name: string | null) =>
  recordAudit(ctx.kernel.db, ctx, {
    resource: 'clickup space',
    rowId: null,
    verb,
    changes: [
      { field: 'id', old: old === null ? null : id, new: name === null ? null : id },
      { field: 'name', old, new: name },
    ],
  })

/** A call that changes something. Without an answer nobody knows whether it did, and the error says so. @throws AppError of `callClickUp` */
async function callToChange(ctx: Ctx, call: ClickUpCall): Promise<JsonObject> {
  try {
    return await callClickUp(ctx, call)
  } catch (error) {
    const isUnknown = error instanceof AppError && (error.kind === UNREACHABLE || error.kind === UNREADABLE)
    throw isUnknown ? new AppError(error.kind, [message('clickup:error.unconfirmed')]) : error
  }
}

/** Creates a space in a workspace. @throws AppError of `callClickUp` */
export async function createSpace(ctx: Ctx, workspace: string, input: SpaceInput): Promise<Space> {
  const body = { name: input.name, ...toFeatureSettings(input) }
  const space = readSpace(await callToChange(ctx, { method: 'POST', path: toWorkspacePath(workspace), body }))
  await recordSpaceChange(ctx, 'create', space.id, null, space.name)
  return space
}

/** Changes name and switches of a space. ClickUp requires the other values too, so they are read first. @throws AppError of `callClickUp` */
export async function updateSpace(ctx: Ctx, id: string, input: SpaceInput): Promise<Space> {
  const { name, color, private: isPrivate, admin_can_manage } = await readOneSpace(ctx, id)
  const body = { name: input.name, color, private: isPrivate, admin_can_manage, ...toFeatureSettings(input) }
  const space = readSpace(await callToChange(ctx, { method: 'PUT', path: toSpacePath(id), body }))
  await recordSpaceChange(ctx, 'update', id, name, space.name)
  return space
}

/** Deletes a space with everything in it. @throws AppError of `callClickUp` */
export async function deleteSpace(ctx: Ctx, id: string): Promise<void> {
  const { name } = await readOneSpace(ctx, id)
  await callToChange(ctx, { method: 'DELETE', path: toSpacePath(id) })
  await recordSpaceChange(ctx, 'destroy', id, name, null)
}

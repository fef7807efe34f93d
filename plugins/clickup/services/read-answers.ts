import { AppError } from 'stoa'
import type { ClickUpUser, Space, Workspace } from '../api-types.ts'
import { readFeatures } from '../domain/features.ts'
import { isClickUpId } from '../domain/ids.ts'
import { UNREADABLE } from '../errors.ts'
import { isObject, type JsonObject } from './json.ts'

/** Bounds of what is taken from an answer. */
const MAX_TEXT = 500
const MAX_ITEMS = 1_000

/** A text that PostgreSQL can store: without NUL characters and halves of surrogate pairs. */
export const readText = (value: unknown): string =>
  typeof value === 'string' ? Buffer.from(value.slice(0, MAX_TEXT).replaceAll('\0', '')).toString('utf8') : ''
const readColor = (value: unknown): string | null => readText(value) || null

/** The objects of a list. @throws AppError UNREADABLE when it is no list */
export function readList(value: unknown): JsonObject[] {
  if (!Array.isArray(value)) throw new AppError(UNREADABLE)
  return value.slice(0, MAX_ITEMS).filter(isObject)
}

/** An id and a name. @throws AppError UNREADABLE when there is no valid id */
function readIdentity({ id, name }: JsonObject): { id: string; name: string } {
  const text = String(id)
  if (!isClickUpId(text)) throw new AppError(UNREADABLE)
  return { id: text, name: readText(name) }
}

/** The user who owns the token. @throws AppError UNREADABLE */
export function readUser({ user }: JsonObject): ClickUpUser {
  if (!isObject(user) || !Number.isSafeInteger(user.id)) throw new AppError(UNREADABLE)
  const { id, username, initials, color } = user
  return { user: { id: Number(id), username: readText(username), initials: readText(initials), color: readColor(color) } }
}

/** The workspaces that the token gives access to, each once. @throws AppError UNREADABLE */
export function readWorkspaces({ teams }: JsonObject): Workspace[] {
  const workspaces = readList(teams).map((team): Workspace => ({ ...readIdentity(team), color: readColor(team.color) }))
  return [...new Map(workspaces.map((workspace) => [workspace.id, workspace])).values()]
}

/** A space without its members, who are persons outside of this shop. @throws AppError UNREADABLE */
export const readSpace = (space: JsonObject): Space => ({
  ...readIdentity(space),
  private: space.private === true,
  color: readColor(space.color),
  admin_can_manage: space.admin_can_manage === true,
  archived: space.archived === true,
  multiple_assignees: space.multiple_assignees === true,
  features: readFeatures(space.features),
  statuses: (Array.isArray(space.statuses) ? readList(space.statuses) : []).map(({ status, type, color }) => ({
    status: readText(status),
    type: readText(type),
    color: readColor(color),
  })),
})

/** The spaces of a workspace. @throws AppError UNREADABLE */
export const readSpaces = ({ spaces }: JsonObject): Space[] => readList(spaces).map(readSpace)

import { AppError, type Ctx, FORBIDDEN, hasPermission, message, validationError } from 'stoa'
import { findActions, type TaskAction } from '../domain/statuses.ts'
import { getActorId } from './task-ctx.ts'

/** What decides who may change a task. */
export interface TaskPeople {
  status: string
  assignee_admin_id: number | null
  creator_admin_id: number | null
}

/** What the actor may do with a task that they can see. */
export interface TaskRights {
  /** Change title, dates and all other fields. */
  edit: boolean
  /** Assign it to others, and add watchers. */
  assign: boolean
  /** Tick items of the checklist. */
  tick: boolean
  destroy: boolean
  actions: TaskAction[]
}

/** Whether the actor may assign tasks to others. */
export const mayAssign = ({ actor }: Ctx): boolean => hasPermission(actor, 'create task | update task')

/**
 * Rights on a task. Each has a permission. Without it, the creator may do everything but assign the task to others, and the assignee may
 * work on it: start, complete, reopen, and tick the checklist.
 */
export function getTaskRights(ctx: Ctx, { status, assignee_admin_id, creator_admin_id }: TaskPeople): TaskRights {
  const me = getActorId(ctx)
  const isAssignee = me !== null && assignee_admin_id === me
  const isCreator = me !== null && creator_admin_id === me
  const may = (verb: string) => hasPermission(ctx.actor, `${verb} task`)
  const edit = isCreator || may('update')
  return {
    edit,
    assign: mayAssign(ctx),
    tick: edit || isAssignee,
    destroy: may('destroy'),
    actions: findActions(status).filter((action) => isCreator || (isAssignee && action !== 'cancel') || may(action)),
  }
}

/** @throws AppError FORBIDDEN naming the permission that others need */
export function assertTaskRight(allowed: boolean, verb: string): void {
  if (!allowed) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: `${verb} task` })])
}

/** Without the right to assign, a task goes to nobody but the actor. @throws AppError INVALID by field */
export function assertMayInvolve(
  ctx: Ctx,
  input: { assignee_admin_id?: number | null; watchers?: readonly number[] },
  old: { assignee_admin_id: number | null; watchers: readonly number[] },
): void {
  if (mayAssign(ctx)) return
  const me = getActorId(ctx)
  const { assignee_admin_id: assignee, watchers = [] } = input
  if (assignee && assignee !== me && assignee !== old.assignee_admin_id)
    throw validationError({ assignee_admin_id: message('tasks:error.assign') })
  if (watchers.some((id) => id !== me && !old.watchers.includes(id))) throw validationError({ watchers: message('tasks:error.assign') })
}

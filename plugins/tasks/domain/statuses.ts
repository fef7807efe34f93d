/** Statuses of a task, in the order of the board. */
export const taskStatuses = ['to_do', 'process', 'completed', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** Transitions of a task by name. */
export const taskTransitions = {
  start: { from: ['to_do'], to: 'process', intent: 'primary' },
  complete: { from: ['to_do', 'process'], to: 'completed', intent: 'success' },
  reopen: { from: ['completed', 'canceled'], to: 'to_do' },
  cancel: { from: ['to_do', 'process'], to: 'canceled', intent: 'danger', confirm: true },
} as const

export type TaskAction = keyof typeof taskTransitions
export const taskActions = Object.keys(taskTransitions) as TaskAction[]

/** The transitions that a status allows. */
export const findActions = (status: string): TaskAction[] =>
  taskActions.filter((action) => (taskTransitions[action].from as readonly string[]).includes(status))

/** The transitions that lead from one status to another, in order. */
export function findPath(from: TaskStatus, to: TaskStatus): TaskAction[] {
  const paths: { at: string; actions: TaskAction[] }[] = [{ at: from, actions: [] }]
  // Every status is reached by at most two transitions.
  for (const { at, actions } of paths) {
    if (at === to) return actions
    if (actions.length < 2) paths.push(...findActions(at).map((name) => ({ at: taskTransitions[name].to, actions: [...actions, name] })))
  }
  return []
}

export const priorities = ['low', 'normal', 'high', 'urgent'] as const

import type { Kernel } from 'stoa'

const getTasksUrl = ({ config }: Kernel): string => `${config.adminOrigin ?? config.publicUrl}/admin/tasks/`

/** The page of a task. It is the description of the task of ClickUp, and tells there which task it is. */
export const getTaskUrl = (kernel: Kernel, id: number): string => `${getTasksUrl(kernel)}${id}`

/** The task that a description names by its page; undefined when it names none. */
export function findTaskId(kernel: Kernel, description: string): number | undefined {
  const url = getTasksUrl(kernel)
  const text = description.trim()
  const id = text.startsWith(url) ? text.slice(url.length) : ''
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

import { defineJob, t } from 'stoa'

/** Sends the changes of a task to ClickUp. */
export const SEND_TASK = defineJob({
  name: 'clickup/send-task',
  payload: { task_id: t.id() },
  key: ({ task_id }) => `clickup send ${task_id}`,
  serial: true,
})

/** Deletes the task of ClickUp that is linked to an erased task. */
export const ERASE_TASK = defineJob({
  name: 'clickup/erase-task',
  payload: { task_id: t.id() },
  key: ({ task_id }) => `clickup erase ${task_id}`,
  serial: true,
})

/** Reads a task of ClickUp, and applies its changes here. */
export const RECEIVE_TASK = defineJob({
  name: 'clickup/receive-task',
  payload: { clickup_id: t.text() },
  key: ({ clickup_id }) => `clickup receive ${clickup_id}`,
  serial: true,
})

import { extendResource } from 'stoa'
import { SEND_TASK } from '../services/sync/jobs.ts'

/** When a task is deleted, its link ends. The task of ClickUp stays. */
export const unlinkDeletedTask = extendResource('task', {
  hooks: {
    afterDelete: async ({ tx, row }) => tx.enqueue(SEND_TASK, { task_id: row.id }),
  },
})

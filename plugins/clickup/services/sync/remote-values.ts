import { fromClickUpDue } from '../../domain/task-due.ts'
import { findTaskStatus } from '../../domain/task-statuses.ts'
import type { SyncedValues } from './fingerprints.ts'
import type { RemoteTask } from './read-tasks.ts'
import type { SyncConfig } from './sync-config.ts'

/** The values of a task of ClickUp, in the terms of the shop. */
export const toShopValues = (remote: RemoteTask, { statusNames, zone }: SyncConfig): SyncedValues => ({
  title: remote.title,
  status: findTaskStatus(remote.status, statusNames),
  ...fromClickUpDue(remote.due, remote.hasDueTime, zone),
  emails: remote.assignees.map(({ email }) => email),
})

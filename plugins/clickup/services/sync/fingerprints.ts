import { createHash } from 'node:crypto'
import type { Fingerprints } from '../../domain/synced-fields.ts'
import type { TaskStatus } from '../../domain/task-statuses.ts'

/** The values of a task that are synchronized, as they are here. */
export interface SyncedValues {
  title: string
  status: TaskStatus
  dueAt: string | null
  allDay: boolean
  /** Addresses of the assignees: here one or none. */
  emails: readonly string[]
}

const hash = (...values: unknown[]): string => createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)

/** Hashes of the values: enough to find differences, and no copy of what people wrote. */
export const toFingerprints = ({ title, status, dueAt, allDay, emails }: SyncedValues): Required<Fingerprints> => ({
  title: hash(title),
  status: hash(status),
  due: hash(dueAt === null ? null : Date.parse(dueAt), dueAt !== null && allDay),
  assignee: hash(...emails.map((email) => email.trim().toLowerCase()).toSorted()),
})

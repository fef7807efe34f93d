/** What is synchronized of a task. The due date and whether it is a whole day are one value. */
export const syncedFields = ['title', 'status', 'due', 'assignee'] as const
export type SyncedField = (typeof syncedFields)[number]

/** A hash of each value; an absent one is different from every value. */
export type Fingerprints = Readonly<Partial<Record<SyncedField, string>>>

/** The fields that differ. */
export const findDifferences = (one: Fingerprints, other: Fingerprints): SyncedField[] =>
  syncedFields.filter((field) => one[field] !== other[field])

/** Some of the fields. */
export const pickFields = (values: Fingerprints, fields: readonly SyncedField[]): Fingerprints =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

import { Type } from '@sinclair/typebox'
import { type Ctx, type Db, extensionPoint, token, type Tx } from 'stoa'

/** Another part of the same total, in minor units of the base currency. */
export interface Part {
  /** Id of the subject that was requested; null for a part without a request, which no role has approved. */
  subject_id: number | null
  amount: number
}

/** The data of a request, read under the lock of the subject. */
export interface ApprovalRequest {
  /** Label of the subject, such as its number. It is stored, so it must not contain personal data; `about` names people. */
  title: string
  /** Amount in minor units of the base currency; null for subjects without an amount. */
  amount: number | null
  /**
   * Other parts of the same total. Each is added to `amount` for the rules of a role until that role has approved it. Otherwise a split
   * would bypass the rules.
   */
  parts?: readonly Part[]
  /** Page of the subject, a path under /admin. */
  link: string
  /** Accounts that own the subject beside the requester. They cannot decide it. */
  ownerIds?: readonly number[]
}

/** A document type that can require approval. */
export interface ApprovableDocument {
  /** Message key of the title, such as `purchasing:approval.po`. */
  title: string
  /** The resource of the subject. Accounts that may not see its row do not see the request. */
  of: string
  /** Permission to decide, beside the role of the step. */
  needs: string
  /**
   * A one-line description of each subject for deciders: for whom, and why. It is not stored, so it may name people; omitted where the
   * title is enough.
   */
  about?(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /**
   * Locks the subject in the lock order of its owner and returns the request data; undefined when it no longer waits for approval.
   * @throws AppError NOT_FOUND
   */
  lock(tx: Tx, ctx: Ctx, id: number): Promise<ApprovalRequest | undefined>
  /** Called when the last step is approved, in that transaction, with the decider as actor. */
  approved(tx: Tx, ctx: Ctx, id: number): Promise<unknown>
  /** Called when a step is rejected. */
  rejected(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<unknown>
  /** Called when the requester withdraws, or the subject has changed. */
  withdrawn(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<unknown>
}

/** Document types that can require approval. Their names are stored in rules and requests. */
export const APPROVABLE_DOCUMENTS = extensionPoint<ApprovableDocument>('approvals/approvable-documents', {
  description: 'documents that can require approval, by type',
  schema: Type.Object({
    title: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    of: Type.String({ minLength: 1 }),
    needs: Type.String({ minLength: 1 }),
  }),
})

/** Service for owners of documents. They find it with `kernel.find`, and continue without approval when it is not installed. */
export interface Approvals {
  /**
   * Requests the approvals that the current rules require, with the actor as requester. Idempotent while a request is pending.
   * @returns whether a request is pending; false when no rule matches
   */
  request(tx: Tx, ctx: Ctx, kind: string, subject: number): Promise<boolean>
  /** Cancels a request, because its subject was canceled or changed. The caller must hold the lock on the subject. */
  withdraw(tx: Tx, ctx: Ctx, kind: string, subject: number, reason: string): Promise<void>
  /** The subjects with a pending request. */
  findPending(db: Db, kind: string, subjects: readonly number[]): Promise<ReadonlySet<number>>
  /** Whether an amount requires approval, in minor units of the base currency. */
  isRequired(tx: Tx, kind: string, approvalRequest: Pick<ApprovalRequest, 'amount' | 'parts'>): Promise<boolean>
}

export const APPROVALS = token<Approvals>('approvals/approvals')

import { Type } from '@sinclair/typebox'
import { type Ctx, type Db, extensionPoint, token, type Tx } from 'stoa'

/** Another part of a whole, in minor units of the base currency. */
export interface Part {
  /** The subject that was asked about; null where there is none, and so no role that approved it. */
  subject_id: number | null
  amount: number
}

/** What a subject asks for, as it stands under the lock its owner took. */
export interface ApprovalRequest {
  /** What people know it by, such as its number. It is kept: people are named by `about`. */
  title: string
  /** Worth in the base currency, in minor units; null for what is not about money. */
  amount: number | null
  /** Other parts of the same whole. Each is added to `amount` for the rules of a role until that role approved it: parts would be a way around them. */
  parts?: readonly Part[]
  /** Where staff look at it: a path under /admin. */
  link: string
  /** Accounts whose own it is beside whoever asks. None of them decides. */
  own?: readonly number[]
}

/** A kind of request that can wait for somebody's decision. */
export interface ApprovableDocument {
  /** A text, `purchasing:approval.po`. */
  title: string
  /** The resource that is asked about; whoever does not see its row is told nothing of it. */
  of: string
  /** Permission deciding needs beside the role of the step. */
  needs: string
  /**
   * What subjects are about as they stand, in a line for whoever decides: for whom, and why. It is kept nowhere, so that it may name
   * people; left out where the title says it.
   */
  about?(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Locks the subject in its owner's order and says what it asks; undefined when nothing of it waits any more. @throws Failed NOT_FOUND */
  lock(tx: Tx, ctx: Ctx, id: number): Promise<ApprovalRequest | undefined>
  /** Everybody said yes. In the transaction of the last decision, by whoever made it. */
  approved(tx: Tx, ctx: Ctx, id: number): Promise<unknown>
  /** Somebody said no. */
  rejected(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<unknown>
  /** Who asked took it back, or what was asked for is not what it was. */
  withdrawn(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<unknown>
}

/** What can wait for somebody's decision. Names are kept with rules and requests. */
export const APPROVABLE_DOCUMENTS = extensionPoint<ApprovableDocument>('approvals/approvables', {
  description: 'what can wait for a second pair of eyes, by kind of request',
  schema: Type.Object({
    title: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    of: Type.String({ minLength: 1 }),
    needs: Type.String({ minLength: 1 }),
  }),
})

/** Asks for decisions, for owners of what waits. They find it with `kernel.find`, and go on as without it when it is not there. */
export interface Approvals {
  /**
   * Asks for the decisions the rules of this moment want, by whoever acts. Asking again while the same waits changes nothing.
   * @returns whether something waits now; false when no rule matches.
   */
  request(tx: Tx, ctx: Ctx, kind: string, subject: number): Promise<boolean>
  /** Lets a request fall: its subject is canceled, or goes another way. The owner holds the subject's lock. */
  withdraw(tx: Tx, ctx: Ctx, kind: string, subject: number, reason: string): Promise<void>
  /** Those of some subjects that wait for a decision. */
  findPending(db: Db, kind: string, subjects: readonly number[]): Promise<ReadonlySet<number>>
  /** Whether somebody would have to decide about so much, in minor units of the base currency. */
  isRequired(tx: Tx, kind: string, asked: Pick<ApprovalRequest, 'amount' | 'parts'>): Promise<boolean>
}

export const APPROVALS = token<Approvals>('approvals/approvals')

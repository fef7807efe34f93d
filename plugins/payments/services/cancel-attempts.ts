import type { Ctx, Tx } from 'stoa'
import { type Document, DOCUMENT_CANCELED, lockPayments, setAttemptStatus } from './ledger.ts'
import { voidAuthorizations } from './authorizations.ts'

/**
 * For a document that was canceled: cancels the attempts nobody acted on and has providers release what they reserved. Attempts under
 * way at a gateway stay open until the gateway answers or they expire, those under review until staff decide: their money may still come.
 * A payer may still claim to have paid a canceled attempt.
 */
export async function cancelAttempts(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  const { attempts } = await lockPayments(tx, ctx, document)
  for (const attempt of attempts)
    if (attempt.status === 'pending') await setAttemptStatus(tx, attempt, 'canceled', { code: DOCUMENT_CANCELED })
  await voidAuthorizations(tx, document)
}

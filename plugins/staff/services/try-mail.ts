import { getConfiguredTransport, deliverEmail, saveEmail, type Kernel, type Email } from 'stoa'

/** The result of a test e-mail. */
export type TestOutcome = { status: 'sent' | 'kept'; id: number } | { status: 'failed'; id: number; error: string }

/** Sends an e-mail synchronously and without retries, so that the caller sees the response of the mail server. */
export async function sendTestEmail(kernel: Kernel, email: Email): Promise<TestOutcome> {
  const id = await saveEmail(kernel.db, email)
  if (!getConfiguredTransport(kernel)) return { status: 'kept', id }
  try {
    await deliverEmail(kernel, id)
    return { status: 'sent', id }
  } catch (error) {
    return { status: 'failed', id, error: (error as Error).message.slice(0, 500) }
  }
}

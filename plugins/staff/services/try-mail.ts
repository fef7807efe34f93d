import { getConfiguredTransport, deliverEmail, saveEmail, type Kernel, type Email } from 'stoa'

/** What became of a mail that was written to see whether mails go out. */
export type TestOutcome = { status: 'sent' | 'kept'; id: number } | { status: 'failed'; id: number; error: string }

/** Sends a mail at once and once only, so that whoever asked sees what the mail server says. */
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

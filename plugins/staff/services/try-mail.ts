import { configuredTransport, deliver, keepMail, type Kernel, type Letter } from 'stoa'

/** What became of a mail that was written to see whether mails go out. */
export type TestOutcome = { status: 'sent' | 'kept'; id: number } | { status: 'failed'; id: number; error: string }

/** Sends a mail at once and once only, so that whoever asked sees what the mail server says. */
export async function tryMail(kernel: Kernel, letter: Letter): Promise<TestOutcome> {
  const id = await keepMail(kernel.db, letter)
  if (!configuredTransport(kernel)) return { status: 'kept', id }
  try {
    await deliver(kernel, id)
    return { status: 'sent', id }
  } catch (error) {
    return { status: 'failed', id, error: (error as Error).message.slice(0, 500) }
  }
}

/**
 * A way to an SMTP server that is not waited for without end.
 * @param patience Milliseconds for a connection, and again for its greeting; twice as long for any later silence
 */
export async function smtp(url: string, patience: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: 2 * patience })
}

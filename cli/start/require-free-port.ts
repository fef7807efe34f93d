import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Fails early when another program listens on a port.
 * @throws Error EADDRINUSE, or EACCES for a port this account may not use
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}

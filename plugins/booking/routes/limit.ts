import { type Kernel, rateLimit, getNetwork } from 'stoa'

/** Who tries one link after the other, or holds places for nobody. */
export const limit =
  (name: string, max: number) =>
  ({ kernel, request }: { kernel: Kernel; request: { ip: string } }): Promise<void> =>
    rateLimit(kernel.db, `booking ${name} ${getNetwork(request.ip)}`, { max, seconds: 600, message: 'core:error.too_frequent' })

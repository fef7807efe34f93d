import { type Kernel, rateLimit, getNetwork } from 'stoa'

/** Rate limit against guessing links and hoarding places. */
export const limit =
  (name: string, max: number) =>
  ({ kernel, request }: { kernel: Kernel; request: { ip: string } }): Promise<void> =>
    rateLimit(kernel.db, `booking ${name} ${getNetwork(request.ip)}`, { max, seconds: 600, message: 'core:error.too_frequent' })

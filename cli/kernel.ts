import { boot, type Booted } from '../core/boot.ts'
import { type Config, readConfig } from '../core/config.ts'

/** Runs something against the booted product and leaves it in order, also after a failure. */
export async function withKernel<T>(run: (booted: Booted) => Promise<T>, tell: (line: string) => void = () => {}): Promise<T> {
  const config: Config = { ...readConfig(), logLevel: 'warn', pool: 4 }
  const booted = await boot({ config, tell })
  try {
    return await run(booted)
  } finally {
    await booted.close()
  }
}

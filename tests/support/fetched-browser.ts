import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** Where Playwright keeps the browser it installs; it may not be there. */
export async function playwrightPath(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** Lets Playwright fetch its browser. */
export async function fromPlaywright(): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  await visibly(process.execPath, [cli, 'install', 'chromium'])
  return playwrightPath()
}

/** Installs the browser of a distribution that has apt, where this process may. */
export async function fromDistribution(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('needs root')
  await visibly('apt-get', ['update', '-q'])
  await visibly('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'])
}

function visibly(command: string, args: string[]): Promise<void> {
  process.stderr.write(`Fetching a browser: ${command} ${args.join(' ')}\n`)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 2, 2] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))))
  })
}

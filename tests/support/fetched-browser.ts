import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** The path where Playwright installs its browser; the file may not exist. */
export async function playwrightPath(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** Downloads Playwright's browser. */
export async function fromPlaywright(): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  await visibly(process.execPath, [cli, 'install', 'chromium'])
  return playwrightPath()
}

/** Installs Chromium with apt, if this process is root. */
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

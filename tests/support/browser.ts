import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What Playwright's `launch` needs. */
export interface Browser {
  executablePath: string
  args: string[]
}

const FOUND = 'STOA_TEST_BROWSER'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
]

/** From what is there already to what must be fetched; each is tried only when those before gave nothing that runs. */
const WAYS: [string, () => Promise<(string | undefined)[]>][] = [
  ['CHROMIUM_PATH or CHROME_PATH', async () => [process.env['CHROMIUM_PATH'], process.env['CHROME_PATH']]],
  ['the cache of Playwright', async () => [await playwrightPath()]],
  ['the system', async () => [...onPath(), ...ELSEWHERE]],
  ['@sparticuz/chromium', async () => [await unpacked()]],
  ['playwright install', async () => [await downloaded()]],
  ['apt-get install', async () => [await fromDistribution()]],
]

/** Finds a Chromium that runs on this machine, fetching one where there is none. */
export async function findBrowser(): Promise<Browser> {
  // Playwright reads its configuration again in every worker; what was found and tried stays known to them.
  const known = process.env[FOUND]
  if (known) return launchOf(known)
  const reasons: string[] = []
  for (const [name, way] of WAYS) {
    try {
      for (const path of await way()) {
        if (!path || !existsSync(path) || !(await runs(path))) continue
        process.env[FOUND] = path
        return launchOf(path)
      }
      reasons.push(`${name}: none`)
    } catch (error) {
      reasons.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  throw new Error(`No browser for the tests. Set CHROMIUM_PATH to one. Tried:\n  ${reasons.join('\n  ')}`)
}

function launchOf(executablePath: string): Browser {
  // A sandbox needs rights that root and containers do not give; small /dev/shm crashes tabs.
  const args = process.getuid?.() === 0 || existsSync('/.dockerenv') ? ['--no-sandbox'] : []
  return { executablePath, args: [...args, '--disable-dev-shm-usage', '--disable-gpu'] }
}

/** A file may be there and still lack libraries, so it is asked for a page, not only for its version. */
async function runs(path: string): Promise<boolean> {
  const { args } = launchOf(path)
  const { chromium } = await import('@playwright/test')
  return chromium.launch({ executablePath: path, args, timeout: 30_000 }).then(
    (browser) => browser.close().then(() => true),
    () => false,
  )
}

async function playwrightPath(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

function onPath(): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

async function unpacked(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

async function downloaded(): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  await visibly(process.execPath, [cli, 'install', 'chromium'])
  return playwrightPath()
}

async function fromDistribution(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) throw new Error('needs root')
  await run('apt-get', ['--version'])
  await visibly('apt-get', ['update', '-q'])
  await visibly('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'])
  return onPath().find((path) => existsSync(path))
}

function visibly(command: string, args: string[]): Promise<void> {
  process.stderr.write(`Fetching a browser: ${command} ${args.join(' ')}\n`)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 2, 2] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))))
  })
}

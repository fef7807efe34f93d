import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fromDistribution, fromPlaywright, playwrightPath } from './fetched-browser.ts'
import type { Candidate } from './candidate.ts'
import { packaged } from './packaged-browser.ts'

/** Options for Playwright's `launch`. */
export interface Browser {
  executablePath: string
  args: string[]
  env: Record<string, string | undefined>
}

interface Way {
  from: string
  find: () => Promise<Candidate[]>
}

/** Passes the browser found to the workers of the same run; not meant to be set by hand. */
const FOUND = 'STOA_E2E_BROWSER'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
]

const PACKAGE: Way = { from: 'the package @sparticuz/chromium', find: packaged }
const CACHE: Way = { from: "Playwright's own", find: async () => candidates([await playwrightPath()]) }
const SYSTEM: Way = { from: 'the system', find: async () => candidates([...onPath(), ...ELSEWHERE]) }
const INSTALL: Way = { from: 'playwright install', find: async () => candidates([await fromPlaywright()]) }
const DISTRIBUTION: Way = {
  from: 'apt-get install',
  find: async () => {
    await fromDistribution()
    return candidates(onPath())
  },
}

/** Values of STOA_TEST_BROWSER, and where each one searches. */
const CHOICES: Record<string, Way[]> = {
  package: [PACKAGE],
  system: [SYSTEM],
  playwright: [CACHE, INSTALL],
}

/** The default order: the same browser everywhere, and others only if that one cannot run. */
const DEFAULT = [PACKAGE, CACHE, SYSTEM, INSTALL, DISTRIBUTION]

/** Finds the Chromium for this run, and logs which one it is and why. */
export async function findBrowser(): Promise<Browser> {
  // Playwright evaluates its configuration again in every worker; the environment variable passes the result on.
  const stored = process.env[FOUND]
  if (stored) return toLaunchOptions(JSON.parse(stored) as Candidate)
  const { ways, explain } = getRequestedWays()
  const reasons: string[] = []
  for (const { from, find } of ways) {
    try {
      const found = (await find()).filter(({ path }) => existsSync(path))
      for (const candidate of found) {
        const { version, reason } = await tryOut(candidate)
        if (version === undefined) {
          reasons.push(`${from}: ${candidate.path} does not run: ${reason}`)
          continue
        }
        process.env[FOUND] = JSON.stringify({ path: candidate.path, env: candidate.env })
        tell(`Browser: Chromium ${version} of ${from} (${candidate.path}), ${explain(from)}`)
        return toLaunchOptions(candidate)
      }
      if (found.length === 0) reasons.push(`${from}: nothing there`)
    } catch (error) {
      reasons.push(`${from}: ${firstLine(error)}`)
    }
    if (ways.length > 1) tell(`No browser from there: ${reasons.at(-1)}`)
  }
  throw new Error(
    `No browser for the tests. Tried:\n  ${reasons.join('\n  ')}\nCHROMIUM_PATH names one; STOA_TEST_BROWSER says where to look: ${Object.keys(CHOICES).join(', ')}.`,
  )
}

/** Where to search, and a sentence with the reason. A requested browser is either found or an error, never replaced. */
function getRequestedWays(): { ways: Way[]; explain: (from: string) => string } {
  const path = process.env['CHROMIUM_PATH']
  if (path) return { ways: [{ from: 'CHROMIUM_PATH', find: async () => candidates([path]) }], explain: () => 'as CHROMIUM_PATH asks.' }
  const choice = process.env['STOA_TEST_BROWSER']
  if (!choice)
    return {
      ways: DEFAULT,
      explain: (from) => (from === PACKAGE.from ? 'which npm ci brings.' : 'as the one npm ci brings cannot run here.'),
    }
  const ways = CHOICES[choice]
  if (!ways) throw new Error(`STOA_TEST_BROWSER must be one of ${Object.keys(CHOICES).join(', ')}, not “${choice}”.`)
  return { ways, explain: () => `as STOA_TEST_BROWSER=${choice} asks.` }
}

function toLaunchOptions({ path, env }: Candidate): Browser {
  // The sandbox protects against hostile pages and needs privileges that root and containers lack; these pages are our own. Tabs crash
  // with a small /dev/shm.
  return {
    executablePath: path,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    env: { ...process.env, ...env },
  }
}

/** A binary may exist but lack libraries, so this loads a page instead of only reading the version. */
async function tryOut(candidate: Candidate): Promise<{ version?: string; reason?: string | undefined }> {
  const { chromium } = await import('@playwright/test')
  try {
    const browser = await chromium.launch({ ...toLaunchOptions(candidate), timeout: 30_000 })
    try {
      await (await browser.newPage()).goto('data:text/html,<p>A page</p>')
      return { version: browser.version() }
    } finally {
      await browser.close()
    }
  } catch (error) {
    return { reason: (await candidate.whyNot?.(candidate)) || loaderSays(error) || firstLine(error) }
  }
}

const loaderSays = (error: unknown) => /error while loading shared libraries: .*/.exec(String(error))?.[0]

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0]

const candidates = (paths: string[]): Candidate[] => paths.map((path) => ({ path }))

function onPath(): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

const tell = (line: string) => process.stderr.write(`${line}\n`)

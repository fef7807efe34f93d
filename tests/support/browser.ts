import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fromDistribution, fromPlaywright, playwrightPath } from './fetched-browser.ts'
import type { Candidate } from './candidate.ts'
import { packaged } from './packaged-browser.ts'

/** What Playwright's `launch` needs. */
export interface Browser {
  executablePath: string
  args: string[]
  env: Record<string, string | undefined>
}

interface Way {
  from: string
  find: () => Promise<Candidate[]>
}

/** Holds what was found for the workers of the same run; not meant to be set by hand. */
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

/** What STOA_TEST_BROWSER may say, and where it makes the run look. */
const CHOICES: Record<string, Way[]> = {
  package: [PACKAGE],
  system: [SYSTEM],
  playwright: [CACHE, INSTALL],
}

/** Tried in turn when nothing is asked for: the same browser everywhere, and another only where that one cannot run. */
const DEFAULT = [PACKAGE, CACHE, SYSTEM, INSTALL, DISTRIBUTION]

/** The Chromium of this run. Tells which one it is and why. */
export async function findBrowser(): Promise<Browser> {
  // Playwright reads its configuration again in every worker; what was found and tried stays known to them.
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

/** Where to look, and the sentence that gives the reason. What is asked for is taken or missed, never replaced. */
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
  // The sandbox shields from hostile pages and needs rights that root and containers do not give; these pages are
  // our own. Small /dev/shm crashes tabs.
  return {
    executablePath: path,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    env: { ...process.env, ...env },
  }
}

/** A file may be there and still lack libraries, so it is asked for a page, not only for its version. */
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

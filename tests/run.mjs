import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Everything that must hold, in the order that finds faults soonest. Goes on after a failure, so that one
 * run shows all of them. `node tests/run.mjs lint vitest` runs only those.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (path) => join(root, 'node_modules', path)
const SOURCES = ['core', 'plugins', 'cli', 'migrations', 'ui-admin', 'ui-store', 'tests'].filter((folder) => existsSync(join(root, folder)))
const reportOf = (name) => join(tmpdir(), `stoa-${name}-${process.pid}.json`)

const STEPS = [
  { name: 'lint', command: [bin('oxlint/bin/oxlint'), '--deny-warnings', ...SOURCES] },
  { name: 'typecheck', command: [bin('typescript/bin/tsc'), '-p', '.'] },
  {
    name: 'boundaries',
    command: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', 'tests/contract/boundaries.cjs', ...SOURCES],
  },
  {
    name: 'vitest',
    command: [
      ...[bin('vitest/vitest.mjs'), 'run', '--config', 'tests/vitest.config.ts'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf('vitest')}`],
    ],
    count: () => {
      const report = readReport('vitest')
      return [report.numPassedTests, report.numFailedTests + failedFiles(report)]
    },
  },
  { name: 'pages', command: ['cli/bin.mjs', 'build'] },
  {
    name: 'browser',
    // Playwright takes a folder without tests for a mistake.
    skip: () => !readdirSync(join(root, 'tests/e2e'), { recursive: true }).some((file) => String(file).endsWith('.spec.ts')),
    command: [...[bin('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts'], '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('browser') },
    count: () => {
      const { stats, errors } = readReport('browser')
      return [stats.expected + stats.flaky, stats.unexpected + errors.length]
    },
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name))
if (unknown.length > 0) {
  process.stderr.write(`No step ${unknown.join(', ')}. Steps: ${STEPS.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}

let passed = 0
let failed = 0
for (const step of STEPS) {
  if (wanted.length > 0 ? !wanted.includes(step.name) : step.skip?.()) continue
  const begun = Date.now()
  process.stdout.write(`\n── ${step.name}\n`)
  const code = await run(step)
  const [good, bad] = countOf(step, code)
  passed += good
  failed += bad
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`── ${step.name}: ${bad > 0 ? `FAILED (${bad})` : 'ok'}, ${seconds} s\n`)
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

function run({ command, env }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** A step without a report of its own counts as one; a failing step never counts as nothing failed. */
function countOf({ name, count }, code) {
  let result = [code === 0 ? 1 : 0, 0]
  try {
    if (count) result = count()
  } catch {
    // Ended before it could write a report; its exit code tells.
  }
  rmSync(reportOf(name), { force: true })
  return code === 0 ? result : [result[0], Math.max(1, result[1])]
}

function readReport(name) {
  return JSON.parse(readFileSync(reportOf(name), 'utf8'))
}

/** Files that could not even be loaded hold no tests that could fail. */
function failedFiles({ testResults }) {
  return testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
}
